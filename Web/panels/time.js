// Moments as people read them.

const sameDay = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const other = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time of today, or else the day with it. */
export function clock(text) {
  const time = new Date(text);
  return (time.toDateString() === new Date().toDateString() ? sameDay : other).format(time);
}
