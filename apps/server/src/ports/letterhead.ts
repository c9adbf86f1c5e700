/** The clinic's letterhead on PDFs. */
export type Letterhead = {
  /** The clinic's name, for instance «Clínica Los Robles». */
  readonly brand: string
  /** The lines below the name; empty for name, address and phone of the site. */
  readonly lines: readonly string[]
  /** The clinic's colour, as `#RRGGBB`. */
  readonly colour: string
  /** The logo as PNG; null without one. */
  readonly logo: Buffer | null
}

/** Returns the present letterhead of the clinic. */
export type ReadLetterhead = () => Promise<Letterhead>
