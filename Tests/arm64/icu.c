// A function of its own in the place of each of ICU's: a wrapper that called another one, or passed an argument wrongly, would be seen.
#include "cicu.h"

#include <string.h>

#include "calls.h"

static const char *error_name(UErrorCode code) { return code == U_USING_FALLBACK_WARNING ? "fallback" : "other"; }
static int32_t set_attribute_to, returned = INT32_MIN;
static void set_attribute(UNumberFormat *format, UNumberFormatAttribute attribute, int32_t value) {
    set_attribute_to = format == NULL && attribute == UNUM_MINIMUM_GROUPING_DIGITS ? value : 0;
}
static int32_t format_int64(const UNumberFormat *f, int64_t number, UChar *to, int32_t room, UFieldPosition *place, UErrorCode *error) {
    *to = (UChar)(number >> 48);
    *error = (UErrorCode)room;
    return f == NULL && place == NULL ? returned : 0;
}
static UBool matches(URegularExpression *regex, int32_t start, UErrorCode *error) {
    (void)error;
    return regex == NULL && start == -1 ? -1 : 0;
}
static const UChar *currency_name(const UChar *code, const char *locale, UCurrNameStyle style, UBool *choice, int32_t *length, UErrorCode *error) {
    *length = (int32_t)style;
    return strcmp(locale, "sv") == 0 && choice == NULL && error != NULL ? code : NULL;
}
static void transliterate(const UTransliterator *t, UChar *text, int32_t *length, int32_t room, int32_t start, int32_t *limit, UErrorCode *error) {
    *length = t == NULL && text == NULL && error == NULL && start == 0 && *limit == 5 ? room : 0;
}

static int place_of(const char *name) {
    for (int index = 0; index < cicu_function_count(); index++) {
        if (strcmp(cicu_function_name(index), name) == 0) return index;
    }
    fprintf(stderr, "no function %s\n", name);
    exit(1);
}

void icu(void) {
    UChar letter = 0, code[] = {'S', 'E', 'K', 0};
    UErrorCode error = U_ZERO_ERROR;
    int32_t length = 0;
    CHECK(cicu_function_count() == 29 && cicu.u_errorName == NULL);
    cicu_function_set(place_of("u_errorName"), error_name);
    cicu_function_set(place_of("unum_setAttribute"), set_attribute);
    cicu_function_set(place_of("unum_formatInt64"), format_int64);
    cicu_function_set(place_of("uregex_matches"), matches);
    cicu_function_set(place_of("ucurr_getName"), currency_name);
    cicu_function_set(place_of("utrans_transUChars"), transliterate);
    CHECK(strcmp(cicu_error_name(U_USING_FALLBACK_WARNING), "fallback") == 0 && !cicu_failed(U_USING_FALLBACK_WARNING));
    cicu_number_group_as_usual(NULL);
    CHECK(set_attribute_to == UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
    CHECK(cicu_number_write(NULL, INT64_C(0x20AC) << 48, &letter, 7, &error) == returned && letter == 0x20AC && cicu_failed(error));
    CHECK(cicu_regex_matches(NULL, &error) == -1);
    CHECK(cicu_currency_symbol(code, "sv", 1, &length, &error) == code && length == UCURR_NARROW_SYMBOL_NAME);
    length = 5;
    cicu_transliterate(NULL, NULL, &length, 99, NULL);
    CHECK(length == 99);
}
