/** How much of the colour each lighter shade has; the rest is white. The seventh shade is the colour itself. */
const tints = [0.08, 0.16, 0.32, 0.5, 0.68, 0.84]
/** How much of the colour each darker shade has; the rest is black. */
const darkenings = [0.82, 0.64, 0.45]

/** Returns the ten shades, from light to dark, of one colour or of a colour that is given as its shades. */
export function expandColour(colour: string | readonly string[]): readonly string[] {
  if (typeof colour !== 'string') return colour
  return [
    ...tints.map((share) => mix(colour, share, 255)),
    colour.toUpperCase(),
    ...darkenings.map((share) => mix(colour, share, 0)),
  ]
}

function mix(colour: string, share: number, other: number): string {
  const channels = [1, 3, 5].map((from) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16)
    return Math.round(value * share + other * (1 - share))
  })
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}
