/** Loads images ahead of the user and keeps a bounded number of them decoded, so that a series scrolls without waiting. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { positionsAhead } from './images.rules.ts'

/** Decoded images in memory. One of 1024 pixels takes about 4 MB. */
const mostKept = 48
/** Images that are loaded ahead, and how many at a time. */
const mostAhead = 24
const atOnce = 4

export type ShownImage =
  | { state: 'loading'; last: HTMLImageElement | null }
  | { state: 'shown'; image: HTMLImageElement }
  | { state: 'failed' }

interface LoadingOptions {
  count: number
  position: number
  /** False until it is known how large the images are shown, which decides in which size they are loaded. */
  isMeasured: boolean
  /** Names the image at a position in its present look and size. */
  nameOf(position: number): string
  /** Returns the address of the image at a position. The key in it may be renewed first. */
  addressOf(position: number): Promise<string>
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.decoding = 'async'
  image.alt = ''
  image.draggable = false
  image.src = address
  await image.decode()
  return image
}

/** Returns the image at the present position. `again` repeats a failed load. */
export function useLoadedImage({ count, position, isMeasured, nameOf, addressOf }: LoadingOptions) {
  const kept = useRef(new Map<string, HTMLImageElement>())
  const [shown, setShown] = useState<ShownImage>({ state: 'loading', last: null })
  const name = nameOf(position)
  const latest = useRef({ nameOf, addressOf })
  latest.current = { nameOf, addressOf }

  const keep = useCallback(async (at: number): Promise<HTMLImageElement> => {
    const own = latest.current.nameOf(at)
    const before = kept.current.get(own)
    const image = before ?? (await load(await latest.current.addressOf(at)))
    // The map is in the order of use: the image that was used longest ago is dropped first.
    kept.current.delete(own)
    kept.current.set(own, image)
    const [oldest] = kept.current.keys()
    if (kept.current.size > mostKept && oldest !== undefined) kept.current.delete(oldest)
    return image
  }, [])

  useEffect(() => {
    if (!isMeasured) return
    let isCurrent = true
    const ready = kept.current.get(name)
    setShown((before) =>
      ready
        ? { state: 'shown', image: ready }
        : { state: 'loading', last: before.state === 'shown' ? before.image : null },
    )
    async function loadAhead() {
      const positions = positionsAhead(position, count, mostAhead)
      const work = async () => {
        for (let next = positions.shift(); isCurrent && next !== undefined; next = positions.shift())
          await keep(next).catch(() => undefined)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }
    keep(position)
      .then((image) => {
        if (isCurrent) setShown({ state: 'shown', image })
        return loadAhead()
      })
      .catch(() => {
        if (isCurrent) setShown({ state: 'failed' })
      })
    return () => {
      isCurrent = false
    }
  }, [name, count, position, isMeasured, keep])

  const again = () => {
    setShown({ state: 'loading', last: null })
    keep(position)
      .then((image) => setShown({ state: 'shown', image }))
      .catch(() => setShown({ state: 'failed' }))
  }

  return { shown, again }
}
