// The width of the column of labels: as much as the longest one needs. It is the same for a whole column of cards, so that their sliders are in line.

const pen = document.createElement("canvas").getContext("2d");
// In em of a row. The room beside a label is for the hand that may be on it. A label that is longer than the most has two lines.
const [LEAST, MOST, BESIDE] = [4, 12, 1.7];
const SIZE = 100;

/** The width of a column with these labels, in em. */
export function widthOf(labels) {
  pen.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  const widest = Math.max(0, ...labels.map(label => pen.measureText(label).width / SIZE));
  return Math.min(MOST, Math.max(LEAST, widest) + BESIDE);
}
