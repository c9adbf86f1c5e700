/**
 * Drawn images of a mammography, so that the demonstration clinic shows its viewer. They are computed from simple shapes, show no person, and
 * say so in their description.
 */
import { createHash } from 'node:crypto'
import {
  element,
  explicitLittleEndian,
  fileMeta,
  text,
  unsigned,
} from '../../src/platform/dicom/write-elements.ts'
import { createSeededRandom } from './seeded-random.ts'

const [columns, rows] = [300, 390] as const
/** The longer side in pixels. */
export const mammogramSide = rows

const most = 4095
const sopClass = '1.2.840.10008.5.1.4.1.1.1.2'

export type MammogramView = { readonly side: 'R' | 'L'; readonly projection: 'CC' | 'MLO' }

export const mammogramViews: readonly MammogramView[] = [
  { side: 'R', projection: 'CC' },
  { side: 'L', projection: 'CC' },
  { side: 'R', projection: 'MLO' },
  { side: 'L', projection: 'MLO' },
]

export type MammogramSubject = {
  readonly patientName: string
  readonly patientId: string
  readonly accessionNumber: string
  /** `20261120`. */
  readonly day: string
}

/** Returns an identifier of DICOM that is the same for the same words: a number below 2.25 (PS3.5 annex B.2). */
function uidOf(...words: readonly string[]): string {
  const hash = createHash('sha256').update(words.join('\0')).digest('hex').slice(0, 32)
  return `2.25.${BigInt(`0x${hash}`)}`
}

/** Returns the identifiers of a view. */
export function getViewUids(
  { accessionNumber, patientId }: MammogramSubject,
  { side, projection }: MammogramView,
) {
  const study = uidOf('demonstration', patientId, accessionNumber)
  return { study, series: uidOf(study, side, projection), instance: uidOf(study, side, projection, '1') }
}

type Strand = {
  readonly height: number
  readonly bend: number
  readonly width: number
  readonly bright: number
}

/** Returns the grey at a place in the breast, which is a half ellipse: fat, brighter towards its middle, and strands towards the nipple. */
function greyAt(depth: number, height: number, strands: readonly Strand[]): number {
  const inside = 1 - depth * depth - height * height
  if (inside <= 0) return 60
  let bright = 900 + 900 * Math.min(1, inside * 3)
  for (const strand of strands) {
    const middle = strand.height * (1 - depth) + strand.bend * depth * (1 - depth)
    const distance = Math.abs(height - middle) / strand.width
    // Farther pixels are not visibly brighter. Computing them would delay the first start.
    if (distance < 3)
      bright += strand.bright * (1 - 0.8 * depth) * Math.exp(-distance * distance) * Math.min(1, inside * 2)
  }
  return bright
}

function draw(view: MammogramView): Buffer {
  const by = createSeededRandom(`mammogram:${view.side}:${view.projection}`)
  const strands = Array.from({ length: 14 }, () => ({
    height: by.whole(-70, 70) / 100,
    bend: by.whole(-30, 30) / 100,
    width: by.whole(2, 7) / 100,
    bright: by.whole(250, 800),
  }))
  const noise = Array.from({ length: 4096 }, () => by.whole(-45, 45))
  const isOblique = view.projection === 'MLO'
  const pixels = Buffer.alloc(columns * rows * 2)
  for (let at = 0; at < columns * rows; at++) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    // Right breasts are shown with the chest at the right border.
    const depth = (view.side === 'R' ? columns - 1 - x : x) / (columns * 0.82)
    const height = (y - rows * (isOblique ? 0.56 : 0.5)) / (rows * 0.42)
    // The muscle of the chest is seen from the side only.
    const muscle = isOblique && depth < 0.42 - y / rows ? 2600 : 0
    const grey = Math.max(muscle, greyAt(depth, height, strands)) + (noise[(x * 7 + y * 131) % 4096] ?? 0)
    pixels.writeUInt16LE(Math.min(most, Math.max(0, Math.round(grey))), at * 2)
  }
  return pixels
}

/** Makes the DICOM file of a view. */
export function makeMammogram(of: MammogramSubject, view: MammogramView): Buffer {
  const { study, series, instance } = getViewUids(of, view)
  const utf8 = (value: string) => Buffer.from(value, 'utf8')
  return Buffer.concat([
    fileMeta({ sopClass, instance, transferSyntax: explicitLittleEndian }),
    text(0x0008, 0x0005, 'CS', 'ISO_IR 192'),
    text(0x0008, 0x0008, 'CS', 'DERIVED\\PRIMARY'),
    text(0x0008, 0x0016, 'UI', sopClass),
    text(0x0008, 0x0018, 'UI', instance),
    text(0x0008, 0x0020, 'DA', of.day),
    text(0x0008, 0x0050, 'SH', of.accessionNumber),
    text(0x0008, 0x0060, 'CS', 'MG'),
    element(0x0008, 0x1030, 'LO', utf8(studyDescription)),
    element(0x0008, 0x103e, 'LO', utf8(seriesDescription(view))),
    element(0x0010, 0x0010, 'PN', utf8(of.patientName)),
    text(0x0010, 0x0020, 'LO', of.patientId),
    text(0x0018, 0x5101, 'CS', view.projection),
    text(0x0020, 0x000d, 'UI', study),
    text(0x0020, 0x000e, 'UI', series),
    text(0x0020, 0x0011, 'IS', String(mammogramViews.indexOf(view) + 1)),
    text(0x0020, 0x0013, 'IS', '1'),
    text(0x0020, 0x0062, 'CS', view.side),
    unsigned(0x0028, 0x0002, 'US', 1),
    text(0x0028, 0x0004, 'CS', 'MONOCHROME2'),
    unsigned(0x0028, 0x0010, 'US', rows),
    unsigned(0x0028, 0x0011, 'US', columns),
    unsigned(0x0028, 0x0100, 'US', 16),
    unsigned(0x0028, 0x0101, 'US', 12),
    unsigned(0x0028, 0x0102, 'US', 11),
    unsigned(0x0028, 0x0103, 'US', 0),
    text(0x0028, 0x1050, 'DS', '1700'),
    text(0x0028, 0x1051, 'DS', '3000'),
    element(0x7fe0, 0x0010, 'OW', draw(view)),
  ])
}

export const studyDescription = 'Mamografía bilateral (imágenes sintéticas)'

export function seriesDescription({ side, projection }: MammogramView): string {
  const place = projection === 'CC' ? 'craneocaudal' : 'oblicua mediolateral'
  return `Mama ${side === 'R' ? 'derecha' : 'izquierda'}, ${place}`
}
