// expect: UNKNOWN: which changes 'error_message_count'
// about: messages are counted
#include <error.h>
extern void reach_error(void);

int main(void) {
    unsigned before = error_message_count;
    error(0, 0, "once");
    if (error_message_count != before) reach_error();
    return 0;
}
