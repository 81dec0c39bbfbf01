// expect: UNKNOWN: pthread_create
// about: a thread that races with main
// at: 14
extern void reach_error(void);

#include <pthread.h>
int shared = 0;
static void *worker(void *argument) {
    shared = 1;
    return argument;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (shared) reach_error();
    pthread_join(t, 0);
    return 0;
}
