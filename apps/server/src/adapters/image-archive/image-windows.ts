import type { ImageWindow } from '../../ports/image-archive.ts'
import { type Dataset, findItems, readNumber, readText, tags } from './dicom-json.ts'

/** The names of PS3.18 for the functions of PS3.3 C.11.2.1.3. */
const shapes: Readonly<Record<string, ImageWindow['shape']>> = {
  LINEAR_EXACT: 'linear-exact',
  SIGMOID: 'sigmoid',
}

export function readWindow(row: Dataset): ImageWindow | null {
  const [center, width] = [readNumber(row, tags.windowCenter), readNumber(row, tags.windowWidth)]
  const shape = shapes[readText(row, tags.windowFunction) ?? '']
  if (center === null || width === null || width < (shape === undefined ? 1 : Number.MIN_VALUE)) return null
  return { center, width, ...(shape === undefined ? {} : { shape }) }
}

export type FrameWindows = {
  readonly shared: ImageWindow | null
  readonly frames: readonly (ImageWindow | null)[]
}

/** Returns the windows of an image by its metadata. Those of enhanced objects are in functional groups (PS3.3 C.7.6.16). */
export function readFrameWindows(metadata: Dataset): FrameWindows {
  const readGroup = (group: Dataset | undefined): ImageWindow | null => {
    const [values] = group === undefined ? [] : findItems(group, tags.frameVoi)
    return values === undefined ? null : readWindow(values)
  }
  return {
    shared: readGroup(findItems(metadata, tags.sharedGroups)[0]) ?? readWindow(metadata),
    frames: findItems(metadata, tags.frameGroups).map(readGroup),
  }
}
