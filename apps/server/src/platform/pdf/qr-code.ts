import { encode } from 'uqr'

/** Returns the rows of a QR code (black is true), with `quiet` white modules around it. Readers need four, unless its surroundings are white. */
export function createQrRows(text: string, quiet: number): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: quiet }).data
}

export function renderQrSvg(text: string): string {
  const rows = createQrRows(text, 2)
  const modules = rows.flatMap((row, y) => row.map((black, x) => (black ? `M${x} ${y}h1v1h-1z` : '')))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${modules.join('')}"/></svg>`,
  ].join('')
}
