"""The estimator checks of scikit-learn, with the reason for each that cannot apply."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from ordag import OSEM

TARGET = "predict and predict_proba ask which column is the target: predict(X, target)"
KINDS = "data are frames, arrays or records, not whatever has __array__"
WORDS = "refused with an error of our own that says the same in other words"
CHECKS_THAT_CANNOT_APPLY = {
    "check_estimators_unfitted": TARGET,
    "check_n_features_in_after_fitting": TARGET,
    "check_estimators_dtypes": TARGET,
    "check_sample_weight_equivalence_on_dense_data": TARGET,
    "check_dtype_object": TARGET,
    "check_estimators_pickle": TARGET,
    "check_f_contiguous_array_estimator": TARGET,
    "check_methods_sample_order_invariance": TARGET,
    "check_methods_subset_invariance": TARGET,
    "check_dict_unchanged": TARGET,
    "check_fit_idempotent": TARGET,
    "check_fit2d_predict1d": TARGET,
    "check_sample_weights_not_an_array": KINDS,
    "check_transformer_data_not_an_array": KINDS,
    "check_all_zero_sample_weights_error": WORDS,
    "check_complex_data": WORDS,
    "check_estimators_empty_data_messages": WORDS,
    "check_estimator_sparse_tag": WORDS,
    "check_estimator_sparse_array": WORDS,
    "check_estimator_sparse_matrix": WORDS,
    "check_fit2d_1sample": WORDS,
    "check_fit2d_1feature": WORDS,
}


@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([OSEM()], expected_failed_checks=lambda estimator: CHECKS_THAT_CANNOT_APPLY)
def test_the_estimator_passes_the_checks_of_scikit_learn(estimator, check):
    check(estimator)
