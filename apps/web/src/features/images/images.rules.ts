/** Pure rules of the viewer: the order of images, the ways to look at them and their names in plain words. */
import { type ImageSeries, type ImageStudy, mostFrames } from '@mi-portal/contract/images'

export const notForDiagnosis = 'Imagen para orientar, no para diagnóstico'
export const noImagesToSee = 'Este examen no tiene imágenes que puedas ver aquí'

/** One image of a series. `frame` counts the images of a film from 1. */
export interface Slide {
  study: string
  series: string
  instance: string
  frame: number
  /** The longer side in pixels, as it was recorded; null if it is not known. */
  side: number | null
}

export interface Window {
  center: number
  width: number
}

/** A way to look at an image: a window that the server renders, or a filter that the browser applies. */
export interface Look {
  label: string
  window: Window | null
  filter: string | null
}

export interface ShownSeries {
  key: string
  label: string
  /** The number of images in words. */
  extent: string
  slides: readonly Slide[]
  looks: readonly [Look, ...Look[]]
  /** Whether the series can be played as a film. */
  isFilm: boolean
}

const plain: Look = { label: 'Todo', window: null, filter: null }

/** Windows of computed tomography in Hounsfield units, as radiologists use them. */
const tomographyLooks: readonly [Look, ...Look[]] = [
  plain,
  { label: 'Órganos', window: { center: 40, width: 400 }, filter: null },
  { label: 'Pulmones', window: { center: -600, width: 1500 }, filter: null },
  { label: 'Huesos', window: { center: 500, width: 2000 }, filter: null },
  { label: 'Cerebro', window: { center: 40, width: 80 }, filter: null },
]

/** Other devices have no common unit, so the rendered image is made stronger or inverted. */
const usualLooks: readonly [Look, ...Look[]] = [
  plain,
  { label: 'Más contraste', window: null, filter: 'contrast(1.6)' },
  { label: 'Invertida', window: null, filter: 'invert(1)' },
]

const devices: Readonly<Record<string, string>> = {
  CT: 'Tomografía',
  MR: 'Resonancia',
  US: 'Ecografía',
  DX: 'Radiografía',
  CR: 'Radiografía',
  RF: 'Radioscopía',
  MG: 'Mamografía',
  XA: 'Angiografía',
  NM: 'Medicina nuclear',
  PT: 'Medicina nuclear',
  ES: 'Endoscopía',
  OP: 'Fotografía del ojo',
  OT: 'Imagen',
}

/** Returns the images of a series. An archive may announce any number of frames, so the number is bounded. */
function slidesOf(study: string, { series, instances }: ImageSeries): Slide[] {
  const slides: Slide[] = []
  for (const { instance, frames, side } of instances)
    for (let frame = 1; frame <= frames && slides.length < mostFrames; frame++)
      slides.push({ study, series, instance, frame, side })
  return slides
}

/** Returns all series of an exam's studies, in the order in which they are listed. */
export function listSeries(studies: readonly ImageStudy[]): ShownSeries[] {
  return studies.flatMap(({ study, series }) =>
    series.map((one) => {
      const slides = slidesOf(study, one)
      const device = devices[one.modality ?? ''] ?? 'Imagen'
      return {
        key: `${study} ${one.series}`,
        label: one.description ? `${device}: ${one.description}` : device,
        extent: slides.length === 1 ? '1 imagen' : `${slides.length} imágenes`,
        slides,
        looks: one.modality === 'CT' ? tomographyLooks : usualLooks,
        isFilm: one.instances.some(({ frames }) => frames > 1),
      }
    }),
  )
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/**
 * Returns the size in which an image is requested: enough for the screen, in few steps so that it is rendered once. An image whose
 * longer side is known is not requested in a larger size than it was recorded in, because the browser enlarges it as well.
 */
export function sizeFor(cssPixels: number, pixelRatio: number, side: number | null): number {
  const needed = Math.min(cssPixels * pixelRatio, side ?? Number.POSITIVE_INFINITY)
  return needed <= 512 ? 512 : needed <= 1024 ? 1024 : 2048
}

/** In which direction the user scrolls through a series: 1 towards its end, -1 towards its beginning. */
export type ScrollDirection = 1 | -1

/**
 * Returns the positions around one whose images are loaded ahead, in the order of their loading: two in the direction in which
 * the user scrolls for each one in the other direction, the nearest first.
 */
export function positionsAhead(
  position: number,
  count: number,
  most: number,
  direction: ScrollDirection,
): number[] {
  const ahead: number[] = []
  const add = (at: number) => {
    if (at >= 0 && at < count && ahead.length < most) ahead.push(at)
  }
  for (let distance = 1; ahead.length < most && distance < count; distance++) {
    add(position + direction * (2 * distance - 1))
    add(position + direction * 2 * distance)
    add(position - direction * distance)
  }
  return ahead
}

/** How the image lies in the viewer: enlarged, and moved by pixels of the screen. */
export interface Placement {
  zoom: number
  x: number
  y: number
}

const centred: Placement = { zoom: 1, x: 0, y: 0 }

/** The size of the viewer's area for the image in pixels of the screen. */
export interface StageSize {
  width: number
  height: number
}

const zoomLimits = { least: 1, most: 8 } as const

/** Returns the placement with another zoom. An image that is not enlarged is centred. */
export function zoomed(from: Placement, factor: number): Placement {
  const zoom = clamp(from.zoom * factor, zoomLimits.least, zoomLimits.most)
  if (zoom === 1) return centred
  return { zoom, x: (from.x * zoom) / from.zoom, y: (from.y * zoom) / from.zoom }
}

/** Returns the placement moved by pixels, at most until the edge of the image reaches the middle of the viewer. */
export function moved(from: Placement, dx: number, dy: number, stage: StageSize): Placement {
  const [mostX, mostY] = [(stage.width * from.zoom) / 2, (stage.height * from.zoom) / 2]
  return { ...from, x: clamp(from.x + dx, -mostX, mostX), y: clamp(from.y + dy, -mostY, mostY) }
}

/** What a drag over the image does. `move` scrolls through the series while the image is not enlarged. */
export type Tool = 'move' | 'zoom' | 'brightness'

/** How an image is looked at. */
export interface View {
  tool: Tool
  look: Look
  /** 1: as it was recorded. */
  brightness: number
  placement: Placement
  /** Quarter turns to the right. */
  turns: number
  isDetailed: boolean
}

export function createView({ looks }: ShownSeries): View {
  return { tool: 'move', look: looks[0], brightness: 1, placement: centred, turns: 0, isDetailed: false }
}

export const brightnessLimits = { least: 0.4, most: 2.5 } as const

/** Returns the brightness changed by a factor, in steps of a twentieth. */
export function brightened(brightness: number, factor: number): number {
  return clamp(Math.round(brightness * factor * 20) / 20, brightnessLimits.least, brightnessLimits.most)
}

/** Returns the filter that the browser applies to the rendered image. */
export function getFilter({ look, brightness }: View): string | undefined {
  return [look.filter, brightness !== 1 && `brightness(${brightness})`].filter(Boolean).join(' ') || undefined
}

/** A step in which keys and buttons move the view over an enlarged image: right and down are 1, left and up are -1. */
export interface PanStep {
  x: number
  y: number
}

/** Returns the placement after a step of a fifth of the viewer. The image moves against the view. */
export function panned(from: Placement, { x, y }: PanStep, stage: StageSize): Placement {
  return moved(from, (-x * stage.width) / 5, (-y * stage.height) / 5, stage)
}
