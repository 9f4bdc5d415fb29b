// What FaderLocale needs from ICU: names and syntax of locales, the symbols of their numbers, currencies, regular expressions,
// transliteration.
#ifndef FADERD_CICU_SHIM_H
#define FADERD_CICU_SHIM_H

#include <unicode/ucurr.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/unum.h>
#include <unicode/uregex.h>
#include <unicode/utrans.h>
#include <unicode/utypes.h>

// ICU's headers append the version to every function name with a macro: unum_open is unum_open_72 in one release and unum_open_76 in the
// next. Swift does not see macros, only that name, which would tie the source to one release. So every function we use has a wrapper here.

static inline UBool cicu_failed(UErrorCode code) { return U_FAILURE(code); }
static inline const char *cicu_error_name(UErrorCode code) { return u_errorName(code); }

static inline int32_t cicu_available_count(void) { return uloc_countAvailable(); }
static inline const char *cicu_available(int32_t index) { return uloc_getAvailable(index); }
static inline int32_t cicu_canonicalize(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return uloc_canonicalize(identifier, result, capacity, error);
}
static inline int32_t cicu_language(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return uloc_getLanguage(identifier, result, capacity, error);
}
static inline int32_t cicu_country(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return uloc_getCountry(identifier, result, capacity, error);
}
/// Adds the script and the country that go with a language: `sv_Latn_SE` for `sv`.
static inline int32_t cicu_likely(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return uloc_addLikelySubtags(identifier, result, capacity, error);
}
static inline int32_t cicu_set_keyword(const char *key, const char *value, char *identifier, int32_t capacity, UErrorCode *error) {
    return uloc_setKeywordValue(key, value, identifier, capacity, error);
}

static inline UNumberFormat *cicu_number_open(const char *identifier, UErrorCode *error) {
    return unum_open(UNUM_DECIMAL, NULL, 0, identifier, NULL, error);
}
/// A currency format, of which only the pattern is used.
static inline UNumberFormat *cicu_money_open(const char *identifier, UErrorCode *error) {
    return unum_open(UNUM_CURRENCY, NULL, 0, identifier, NULL, error);
}
/// For example `¤#,##0.00;¤-#,##0.00`.
static inline int32_t cicu_number_pattern(const UNumberFormat *format, UChar *result, int32_t capacity, UErrorCode *error) {
    return unum_toPattern(format, 0, result, capacity, error);
}
static inline void cicu_number_close(UNumberFormat *format) { unum_close(format); }
static inline int32_t cicu_number_symbol(
    const UNumberFormat *format, UNumberFormatSymbol symbol, UChar *result, int32_t capacity, UErrorCode *error) {
    return unum_getSymbol(format, symbol, result, capacity, error);
}
static inline int32_t cicu_number_attribute(const UNumberFormat *format, UNumberFormatAttribute attribute) {
    return unum_getAttribute(format, attribute);
}
/// Sets the minimum number of digits before a group to that of the locale. A format from unum_open would group whenever there is a group.
static inline void cicu_number_group_as_usual(UNumberFormat *format) {
    unum_setAttribute(format, UNUM_MINIMUM_GROUPING_DIGITS, UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
}
static inline int32_t cicu_number_write(
    const UNumberFormat *format, int64_t number, UChar *result, int32_t capacity, UErrorCode *error) {
    return unum_formatInt64(format, number, result, capacity, NULL, error);
}

/// An unknown letter after a backslash is an error; otherwise it would stand for itself.
static inline URegularExpression *cicu_regex_open(const UChar *pattern, int32_t length, UParseError *place, UErrorCode *error) {
    return uregex_open(pattern, length, UREGEX_ERROR_ON_UNKNOWN_ESCAPES, place, error);
}
static inline URegularExpression *cicu_regex_clone(const URegularExpression *regex, UErrorCode *error) {
    return uregex_clone(regex, error);
}
static inline void cicu_regex_close(URegularExpression *regex) { uregex_close(regex); }
static inline void cicu_regex_set_time_limit(URegularExpression *regex, int32_t limit, UErrorCode *error) {
    uregex_setTimeLimit(regex, limit, error);
}
static inline void cicu_regex_set_text(URegularExpression *regex, const UChar *text, int32_t length, UErrorCode *error) {
    uregex_setText(regex, text, length, error);
}
/// Whether the whole text matches.
static inline UBool cicu_regex_matches(URegularExpression *regex, UErrorCode *error) { return uregex_matches(regex, -1, error); }

static inline int32_t cicu_currency_of_locale(const char *identifier, UChar *result, int32_t capacity, UErrorCode *error) {
    return ucurr_forLocale(identifier, result, capacity, error);
}
static inline const UChar *cicu_currency_symbol(
    const UChar *code, const char *identifier, UBool is_narrow, int32_t *length, UErrorCode *error) {
    return ucurr_getName(code, identifier, is_narrow ? UCURR_NARROW_SYMBOL_NAME : UCURR_SYMBOL_NAME, NULL, length, error);
}
static inline int32_t cicu_currency_decimals(const UChar *code, UErrorCode *error) {
    return ucurr_getDefaultFractionDigits(code, error);
}
static inline UEnumeration *cicu_currencies_open(UErrorCode *error) {
    return ucurr_openISOCurrencies(UCURR_COMMON | UCURR_NON_DEPRECATED, error);
}
static inline const char *cicu_currencies_next(UEnumeration *list, UErrorCode *error) { return uenum_next(list, NULL, error); }
static inline void cicu_currencies_close(UEnumeration *list) { uenum_close(list); }

/// Returned as `void *`, so that Swift sees a raw pointer: ICU's own type is a pointer to a pointer.
static inline void *cicu_transliterator_open(const UChar *rules, int32_t length, UErrorCode *error) {
    return utrans_openU(rules, length, UTRANS_FORWARD, NULL, 0, NULL, error);
}
/// In place: `length` is the length of the text before and after.
static inline void cicu_transliterate(
    const void *transliterator, UChar *text, int32_t *length, int32_t capacity, UErrorCode *error) {
    int32_t limit = *length;
    utrans_transUChars((const UTransliterator *)transliterator, text, length, capacity, 0, &limit, error);
}

#endif
