// What FaderLocale needs from ICU. ICU is opened while the program runs, so its headers are not included: its types and numbers, which are
// part of its stable C interface, are repeated here.
#ifndef FADERD_CICU_H
#define FADERD_CICU_H

#include <stdint.h>
#include <stddef.h>

typedef int8_t UBool;
typedef uint16_t UChar;
typedef enum { U_USING_FALLBACK_WARNING = -128, U_ZERO_ERROR = 0 } UErrorCode;
typedef enum {
    UNUM_DECIMAL_SEPARATOR_SYMBOL = 0, UNUM_GROUPING_SEPARATOR_SYMBOL = 1, UNUM_ZERO_DIGIT_SYMBOL = 4, UNUM_MINUS_SIGN_SYMBOL = 6,
    UNUM_PLUS_SIGN_SYMBOL = 7, UNUM_INFINITY_SYMBOL = 14, UNUM_NAN_SYMBOL = 15, UNUM_ONE_DIGIT_SYMBOL = 18, UNUM_NINE_DIGIT_SYMBOL = 26,
} UNumberFormatSymbol;
typedef enum { UNUM_GROUPING_SIZE = 10, UNUM_SECONDARY_GROUPING_SIZE = 15, UNUM_MINIMUM_GROUPING_DIGITS = 22 } UNumberFormatAttribute;
enum { UNUM_MINIMUM_GROUPING_DIGITS_AUTO = -2 };
typedef enum { UNUM_DECIMAL = 1, UNUM_CURRENCY = 2 } UNumberFormatStyle;
typedef enum { UCURR_SYMBOL_NAME = 0, UCURR_NARROW_SYMBOL_NAME = 2 } UCurrNameStyle;
enum { UCURR_COMMON = 1, UCURR_NON_DEPRECATED = 8 };
enum { UREGEX_ERROR_ON_UNKNOWN_ESCAPES = 512 };
typedef enum { UTRANS_FORWARD = 0 } UTransDirection;
typedef struct {
    int32_t line, offset;
    UChar before[16], after[16];
} UParseError;
typedef struct UNumberFormat UNumberFormat;
typedef struct UFieldPosition UFieldPosition;
typedef struct URegularExpression URegularExpression;
typedef struct UEnumeration UEnumeration;
typedef struct UTransliterator UTransliterator;

#define CICU_FUNCTIONS(F) \
    F(const char *, u_errorName, UErrorCode) \
    F(int32_t, uloc_countAvailable, void) \
    F(const char *, uloc_getAvailable, int32_t) \
    F(int32_t, uloc_canonicalize, const char *, char *, int32_t, UErrorCode *) \
    F(int32_t, uloc_getLanguage, const char *, char *, int32_t, UErrorCode *) \
    F(int32_t, uloc_getCountry, const char *, char *, int32_t, UErrorCode *) \
    F(int32_t, uloc_addLikelySubtags, const char *, char *, int32_t, UErrorCode *) \
    F(int32_t, uloc_setKeywordValue, const char *, const char *, char *, int32_t, UErrorCode *) \
    F(UNumberFormat *, unum_open, UNumberFormatStyle, const UChar *, int32_t, const char *, UParseError *, UErrorCode *) \
    F(void, unum_close, UNumberFormat *) \
    F(int32_t, unum_toPattern, const UNumberFormat *, UBool, UChar *, int32_t, UErrorCode *) \
    F(int32_t, unum_getSymbol, const UNumberFormat *, UNumberFormatSymbol, UChar *, int32_t, UErrorCode *) \
    F(int32_t, unum_getAttribute, const UNumberFormat *, UNumberFormatAttribute) \
    F(void, unum_setAttribute, UNumberFormat *, UNumberFormatAttribute, int32_t) \
    F(int32_t, unum_formatInt64, const UNumberFormat *, int64_t, UChar *, int32_t, UFieldPosition *, UErrorCode *) \
    F(URegularExpression *, uregex_open, const UChar *, int32_t, uint32_t, UParseError *, UErrorCode *) \
    F(URegularExpression *, uregex_clone, const URegularExpression *, UErrorCode *) \
    F(void, uregex_close, URegularExpression *) \
    F(void, uregex_setTimeLimit, URegularExpression *, int32_t, UErrorCode *) \
    F(void, uregex_setText, URegularExpression *, const UChar *, int32_t, UErrorCode *) \
    F(UBool, uregex_matches, URegularExpression *, int32_t, UErrorCode *) \
    F(int32_t, ucurr_forLocale, const char *, UChar *, int32_t, UErrorCode *) \
    F(const UChar *, ucurr_getName, const UChar *, const char *, UCurrNameStyle, UBool *, int32_t *, UErrorCode *) \
    F(int32_t, ucurr_getDefaultFractionDigits, const UChar *, UErrorCode *) \
    F(UEnumeration *, ucurr_openISOCurrencies, uint32_t, UErrorCode *) \
    F(const char *, uenum_next, UEnumeration *, int32_t *, UErrorCode *) \
    F(void, uenum_close, UEnumeration *) \
    F(UTransliterator *, utrans_openU, const UChar *, int32_t, UTransDirection, const UChar *, int32_t, UParseError *, UErrorCode *) \
    F(void, utrans_transUChars, const UTransliterator *, UChar *, int32_t *, int32_t, int32_t, int32_t *, UErrorCode *)

struct cicu_functions {
#define CICU_FIELD(result, name, ...) result (*name)(__VA_ARGS__);
    CICU_FUNCTIONS(CICU_FIELD)
#undef CICU_FIELD
};
/// All NULL until each has been set; nothing else of this file may be called before.
extern struct cicu_functions cicu;

int cicu_function_count(void);
/// The name of one of them, without the version that ICU usually appends.
const char *cicu_function_name(int index);
void cicu_function_set(int index, void *address);

static inline UBool cicu_failed(UErrorCode code) { return code > U_ZERO_ERROR; }
static inline const char *cicu_error_name(UErrorCode code) { return cicu.u_errorName(code); }

static inline int32_t cicu_available_count(void) { return cicu.uloc_countAvailable(); }
static inline const char *cicu_available(int32_t index) { return cicu.uloc_getAvailable(index); }
static inline int32_t cicu_canonicalize(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return cicu.uloc_canonicalize(identifier, result, capacity, error);
}
static inline int32_t cicu_language(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return cicu.uloc_getLanguage(identifier, result, capacity, error);
}
static inline int32_t cicu_country(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return cicu.uloc_getCountry(identifier, result, capacity, error);
}
/// Adds script and country: `sv_Latn_SE` for `sv`.
static inline int32_t cicu_likely(const char *identifier, char *result, int32_t capacity, UErrorCode *error) {
    return cicu.uloc_addLikelySubtags(identifier, result, capacity, error);
}
static inline int32_t cicu_set_keyword(const char *key, const char *value, char *identifier, int32_t capacity, UErrorCode *error) {
    return cicu.uloc_setKeywordValue(key, value, identifier, capacity, error);
}

static inline UNumberFormat *cicu_number_open(const char *identifier, UErrorCode *error) {
    return cicu.unum_open(UNUM_DECIMAL, NULL, 0, identifier, NULL, error);
}
/// A currency format, of which only the pattern is used.
static inline UNumberFormat *cicu_money_open(const char *identifier, UErrorCode *error) {
    return cicu.unum_open(UNUM_CURRENCY, NULL, 0, identifier, NULL, error);
}
/// For example `¤#,##0.00;¤-#,##0.00`.
static inline int32_t cicu_number_pattern(const UNumberFormat *format, UChar *result, int32_t capacity, UErrorCode *error) {
    return cicu.unum_toPattern(format, 0, result, capacity, error);
}
static inline void cicu_number_close(UNumberFormat *format) { cicu.unum_close(format); }
static inline int32_t cicu_number_symbol(
    const UNumberFormat *format, UNumberFormatSymbol symbol, UChar *result, int32_t capacity, UErrorCode *error) {
    return cicu.unum_getSymbol(format, symbol, result, capacity, error);
}
static inline int32_t cicu_number_attribute(const UNumberFormat *format, UNumberFormatAttribute attribute) {
    return cicu.unum_getAttribute(format, attribute);
}
/// The least digits before a group as in the locale; a format from unum_open groups whenever it can.
static inline void cicu_number_group_as_usual(UNumberFormat *format) {
    cicu.unum_setAttribute(format, UNUM_MINIMUM_GROUPING_DIGITS, UNUM_MINIMUM_GROUPING_DIGITS_AUTO);
}
static inline int32_t cicu_number_write(
    const UNumberFormat *format, int64_t number, UChar *result, int32_t capacity, UErrorCode *error) {
    return cicu.unum_formatInt64(format, number, result, capacity, NULL, error);
}

/// An unknown letter after a backslash is an error; otherwise it would stand for itself.
static inline URegularExpression *cicu_regex_open(const UChar *pattern, int32_t length, UParseError *place, UErrorCode *error) {
    return cicu.uregex_open(pattern, length, UREGEX_ERROR_ON_UNKNOWN_ESCAPES, place, error);
}
static inline URegularExpression *cicu_regex_clone(const URegularExpression *regex, UErrorCode *error) {
    return cicu.uregex_clone(regex, error);
}
static inline void cicu_regex_close(URegularExpression *regex) { cicu.uregex_close(regex); }
static inline void cicu_regex_set_time_limit(URegularExpression *regex, int32_t limit, UErrorCode *error) {
    cicu.uregex_setTimeLimit(regex, limit, error);
}
static inline void cicu_regex_set_text(URegularExpression *regex, const UChar *text, int32_t length, UErrorCode *error) {
    cicu.uregex_setText(regex, text, length, error);
}
/// Whether the whole text matches.
static inline UBool cicu_regex_matches(URegularExpression *regex, UErrorCode *error) { return cicu.uregex_matches(regex, -1, error); }

static inline int32_t cicu_currency_of_locale(const char *identifier, UChar *result, int32_t capacity, UErrorCode *error) {
    return cicu.ucurr_forLocale(identifier, result, capacity, error);
}
static inline const UChar *cicu_currency_symbol(
    const UChar *code, const char *identifier, UBool is_narrow, int32_t *length, UErrorCode *error) {
    return cicu.ucurr_getName(code, identifier, is_narrow ? UCURR_NARROW_SYMBOL_NAME : UCURR_SYMBOL_NAME, NULL, length, error);
}
static inline int32_t cicu_currency_decimals(const UChar *code, UErrorCode *error) {
    return cicu.ucurr_getDefaultFractionDigits(code, error);
}
static inline UEnumeration *cicu_currencies_open(UErrorCode *error) {
    return cicu.ucurr_openISOCurrencies(UCURR_COMMON | UCURR_NON_DEPRECATED, error);
}
static inline const char *cicu_currencies_next(UEnumeration *list, UErrorCode *error) { return cicu.uenum_next(list, NULL, error); }
static inline void cicu_currencies_close(UEnumeration *list) { cicu.uenum_close(list); }

static inline UTransliterator *cicu_transliterator_open(const UChar *rules, int32_t length, UErrorCode *error) {
    return cicu.utrans_openU(rules, length, UTRANS_FORWARD, NULL, 0, NULL, error);
}
/// In place: `length` is the length of the text before and after.
static inline void cicu_transliterate(
    const UTransliterator *transliterator, UChar *text, int32_t *length, int32_t capacity, UErrorCode *error) {
    int32_t limit = *length;
    cicu.utrans_transUChars(transliterator, text, length, capacity, 0, &limit, error);
}

#endif
