// Times as people read them.

const sameDay = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const other = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The time of day if it is today, otherwise the date and the time. */
export function clock(text) {
  const time = new Date(text);
  return (time.toDateString() === new Date().toDateString() ? sameDay : other).format(time);
}
