/** Judges whether staff could read a photo of a document or recognise a person in it. */
import type { GreyImage } from '../../lib/browser/grey-image.ts'

interface PhotoSize {
  width: number
  height: number
}

/** The longer side, in pixels, to which a photo is scaled before it is judged. The limits below are for this size. */
export const judgedSide = 400

/** Pixels of the longer side from which the small print of a card can be read. */
const smallestSide = 800
/** The mean shade below which a photo is dark. */
const darkestMean = 60
/**
 * The variance of the Laplacian (the difference between a pixel and its neighbours) below which a photo is blurred: sharp edges give
 * large differences.
 */
const leastVariance = 40

/** @internal Exported for the tests. */
export const photoAdvice = {
  small: 'La foto es muy pequeña: toma otra más de cerca, sin recortarla.',
  dark: 'La foto está oscura: tómala cerca de una ventana o con más luz.',
  blurred: 'La foto parece borrosa: limpia el lente, apoya el teléfono y espera a que enfoque.',
} as const

/** Returns advice about a photo of that size; empty if nothing speaks against the photo. */
export function listPhotoAdvice({ width, height }: PhotoSize, image: GreyImage): string[] {
  const isDark = meanOf(image.shades) < darkestMean
  return [
    ...(Math.max(width, height) < smallestSide ? [photoAdvice.small] : []),
    ...(isDark ? [photoAdvice.dark] : []),
    // In the dark edges are weak too, so that nothing can be said about the focus.
    ...(!isDark && laplacianVarianceOf(image) < leastVariance ? [photoAdvice.blurred] : []),
  ]
}

function meanOf(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0
  return values.length === 0 ? 0 : sum / values.length
}

function laplacianVarianceOf({ width, height, shades }: GreyImage): number {
  const shade = (x: number, y: number) => shades[y * width + x] ?? 0
  const differences: number[] = []
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      differences.push(
        shade(x - 1, y) + shade(x + 1, y) + shade(x, y - 1) + shade(x, y + 1) - 4 * shade(x, y),
      )
  const mean = meanOf(differences)
  return meanOf(differences.map((difference) => (difference - mean) ** 2))
}
