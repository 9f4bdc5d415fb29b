// Converts between travel and value as the daemon does, and finds the marks below a track.

import { spell } from "../base/number.js";

// The fader law of a mixing desk: its corners, as [travel, decibels].
const AUDIO = [[0, -90], [0.0625, -60], [0.25, -30], [0.5, -10], [1, 10]];
const LOWEST = -90;

// A wider track has more marks. Some are added at each of these widths (in em of the marks' font); values.css hides those without room.
const WIDTHS = [9, 11, 14, 17, 22];
const GAP = 0.6;
// The height of a text, in em.
const LINE = 1;

function along(points, x, from, to) {
  const rises = points[points.length - 1][from] > points[0][from];
  let next = points.findIndex(point => rises ? point[from] >= x : point[from] <= x);
  if (next < 0) next = points.length - 1;
  next = Math.max(next, 1);
  const [a, b] = [points[next - 1], points[next]];
  return a[to] + (x - a[from]) / (b[from] - a[from]) * (b[to] - a[to]);
}

/** The scale of a number: from position to value and back. */
export class Scale {
  constructor(parameter) {
    this.isSilent = parameter.min === "-inf";
    const first = this.isSilent ? LOWEST : parameter.min;
    this.isTurned = first > parameter.max;
    this.low = Math.min(first, parameter.max);
    this.high = Math.max(first, parameter.max);
    this.decimals = parameter.decimals ?? 0;
    const taper = parameter.taper;
    if (taper === "log") {
      const [a, b] = [Math.log(Math.abs(this.low)), Math.log(Math.abs(this.high))];
      const sign = this.low < 0 ? -1 : 1;
      this.toValue = x => sign * Math.exp(a + x * (b - a));
      this.toTravel = value => (Math.log(Math.abs(value)) - a) / (b - a);
    } else if (taper === "audio") {
      const travel = value => along(AUDIO, value, 1, 0);
      const [a, b] = [travel(this.low), travel(this.high)];
      this.toValue = x => along(AUDIO, a + x * (b - a), 0, 1);
      this.toTravel = value => (travel(value) - a) / (b - a);
    } else if (taper?.points) {
      const points = this.isTurned ? taper.points.map(([x, y]) => [1 - x, y]).reverse() : taper.points;
      this.toValue = x => along(points, x, 0, 1);
      this.toTravel = value => along(points, value, 1, 0);
    } else {
      this.isEven = true;
      this.toValue = x => this.low + x * (this.high - this.low);
      this.toTravel = value => (value - this.low) / (this.high - this.low);
    }
  }

  /** The value at a position, 0…1, rounded as it is shown. */
  value(position) {
    const value = this.toValue(Math.min(1, Math.max(0, this.isTurned ? 1 - position : position)));
    return Number(Math.min(this.high, Math.max(this.low, value)).toFixed(this.decimals));
  }

  /** The position of a value. */
  position(value) {
    const travel = value <= this.low ? 0 : value >= this.high ? 1 : this.toTravel(value);
    return this.isTurned ? 1 - travel : travel;
  }

  /** Where the bar of a value begins: at zero if zero is near the middle, otherwise at the beginning of the travel. */
  get origin() {
    const zero = this.low < 0 && this.high > 0 && !this.isSilent ? this.position(0) : 0;
    return zero > 0.25 && zero < 0.75 ? zero : 0;
  }

  /** Round values: [{position, text, from}]. `from`: the smallest of `WIDTHS`, or heights if it is upright, that has room to read the mark. */
  marks(isUpright = false) {
    const { low, high, isSilent } = this;
    const all = [...(isSilent ? [low] : []), ...(low < 0 && high > 0 ? [0] : []), ...(isSilent ? [high] : []), ...this.#round()]
      .map(value => ({ position: this.position(value), text: isSilent && value === low ? "−∞" : short(value) }));
    const found = [];
    const room = text => isUpright ? LINE : breadth(text);
    for (const from of WIDTHS) {
      for (const { position, text } of all) {
        // A text that is wider than a third of the track says little about where it is.
        const isFree = room(text) <= from / 3 && found.every(mark => Math.abs(mark.position - position) * from >= (room(mark.text) + room(text)) / 2 + GAP);
        if (isFree) found.push({ position, text, from });
      }
    }
    return found.sort((a, b) => a.position - b.position);
  }

  #round() {
    const { low, high } = this;
    if (low > 0 && high / low > 50) {
      const values = [];
      for (let ten = 10 ** Math.floor(Math.log10(low)); ten <= high; ten *= 10) values.push(ten, 5 * ten, 2 * ten);
      return values.filter(value => value >= low && value <= high).sort((a, b) => rank(a) - rank(b));
    }
    const span = high - low;
    // Even marks are few. On a taper there can be more, because marks that would overlap are left out.
    const most = this.isEven ? 6 : 12;
    const ten = 10 ** Math.floor(Math.log10(span / 5));
    const step = [1, 2, 5, 10].map(n => n * ten).find(n => span / n <= most) ?? 10 * ten;
    const values = [];
    // From the top, because the upper marks of a fader are more important if not all have room.
    for (let n = Math.floor(high / step); n * step >= low - 1e-9; n--) values.push(Number((n * step).toPrecision(12)));
    return values;
  }
}

// 1, 10, 100 before 5 and 2.
const rank = value => { const digit = Number(value.toExponential()[0]); return digit === 1 ? 0 : digit === 5 ? 1 : 2; };

const LARGE = [["T", 1e12], ["G", 1e9], ["M", 1e6], ["k", 1e3]];

function short(value) {
  const [letter, size] = LARGE.find(([, size]) => Math.abs(value) >= size) ?? ["", 1];
  const rest = Number((value / size).toPrecision(6));
  return letter && rest * 10 % 1 ? spell(Number(value.toPrecision(6))) : `${spell(rest)}${letter}`;
}

/** The approximate width of a text, in em. */
const breadth = text => [...text].reduce((sum, letter) => sum + (/[.,٫]/.test(letter) ? 0.33 : /[−∞]/.test(letter) ? 0.84 : 0.64), 0);
