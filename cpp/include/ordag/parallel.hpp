// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace ordag {

// Threads that are waited for at the end of the scope, however it is left. (std::jthread, which libc++ long lacked.)
class JoinedThreads {
  public:
    JoinedThreads() = default;
    JoinedThreads(const JoinedThreads&) = delete;
    JoinedThreads& operator=(const JoinedThreads&) = delete;
    ~JoinedThreads() {
        for (std::thread& thread : threads_) thread.join();
    }

    template <typename Work>
    void start(const Work& work) {
        threads_.emplace_back(work);
    }

  private:
    std::vector<std::thread> threads_;
};

// Calls task(k) for k = 0 ... n_tasks - 1 on up to n_threads threads. Which thread takes which task is not fixed, so a
// task must write to places of its own; the first exception is thrown again here.
template <typename Task>
void parallel_for(int n_tasks, int n_threads, const Task& task) {
    n_threads = std::max(1, std::min(n_threads, n_tasks));
    if (n_threads == 1) {
        for (int k = 0; k < n_tasks; ++k) task(k);
        return;
    }
    std::atomic<int> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    const auto work = [&] {
        try {
            for (int k = next++; k < n_tasks; k = next++) task(k);
        } catch (...) {
            const std::scoped_lock lock(failure_lock);
            if (!failure) failure = std::current_exception();
        }
    };
    {
        JoinedThreads threads;
        for (int t = 1; t < n_threads; ++t) threads.start(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace ordag
