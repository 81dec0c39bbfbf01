/* Memory on top of malloc. A text that is doubled is a new object; alignment beyond what malloc gives is not promised. */
typedef __SIZE_TYPE__ size;
extern void *malloc(size);
extern void *memcpy(void *, const void *, size);

char *strdup(const char *text) {
    size length = 0;
    while (text[length] != 0) length++;
    char *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, text, length + 1);
    return copy;
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size most) {
    size length = 0;
    while (length < most && text[length] != 0) length++;
    char *copy = malloc(length + 1);
    if (!copy) return 0;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

void *valloc(size count) { return malloc(count); }
