/** Loads images ahead of the user and caches a bounded amount of them, so that a series scrolls without waiting. */
import { useEffect, useRef, useState } from 'react'
import { createImageCache, decodedBytes } from './image-cache.flow.ts'
import { positionsAhead, type ScrollDirection } from './images.rules.ts'

/** Memory for decoded images. An image of 512 pixels takes 1 MB, of 1024 pixels 4 MB, of 2048 pixels 17 MB. */
const mostCachedBytes = 200_000_000
/** Images that are loaded ahead, and how many at a time. */
const mostAhead = 24
const atOnce = 4
/** The time for which the slider must rest on an image before it is loaded. */
const restMs = 60

export type ShownImage =
  | { state: 'loading'; last: HTMLImageElement | null }
  | { state: 'shown'; image: HTMLImageElement }
  | { state: 'failed'; error: Error }

interface LoadingOptions {
  count: number
  position: number
  /** False until it is known how large the images are shown, which decides in which size they are loaded. */
  isMeasured: boolean
  /** Whether the position may be one of many that the slider passes. */
  isSliding: boolean
  /** Whether other images are loaded before the user looks at them. */
  isLoadingAhead: boolean
  /** Names the image at a position in its present look and size. */
  nameOf(position: number): string
  /** Returns the address of the image at a position. The key in it may be renewed first. */
  addressOf(position: number): Promise<string>
}

function lastImage(before: ShownImage): HTMLImageElement | null {
  if (before.state === 'shown') return before.image
  return before.state === 'loading' ? before.last : null
}

/**
 * Returns the image at the present position. While it loads, the latest of the images that the user has passed is shown.
 * `again` repeats a failed load.
 */
export function useLoadedImage({ count, position, isMeasured, isLoadingAhead, ...rest }: LoadingOptions) {
  const [cache] = useState(() => createImageCache(mostCachedBytes))
  const [shown, setShown] = useState<ShownImage>({ state: 'loading', last: null })
  const [attempt, setAttempt] = useState({ repeated: '' })
  const name = rest.nameOf(position)
  const latest = useRef(rest)
  latest.current = rest
  const scrolling = useRef<{ from: number; direction: ScrollDirection }>({ from: position, direction: 1 })
  /** The memory of the image that was loaded last. It limits how many are loaded ahead; null before the first image. */
  const imageBytes = useRef<number | null>(null)
  /** Counts the positions that the user passed, so that an image that arrives late does not replace a later one. */
  const turns = useRef({ latest: 0, shown: 0 })
  /** Loads more of the images around the present position. */
  const loadMore = useRef(() => {})

  useEffect(() => {
    if (!isMeasured) return
    let isCurrent = true
    turns.current.latest += 1
    const turn = turns.current.latest
    if (position !== scrolling.current.from)
      scrolling.current = { from: position, direction: position > scrolling.current.from ? 1 : -1 }

    const near = isLoadingAhead ? positionsAhead(position, count, mostAhead, scrolling.current.direction) : []
    // Loads that the new position needs too are continued.
    cache.cancelLoadsExcept(new Set([name, ...near.map(latest.current.nameOf)]))
    const cached = cache.get(name)
    setShown((before) =>
      cached ? { state: 'shown', image: cached } : { state: 'loading', last: lastImage(before) },
    )

    const load = async (at: number) => {
      const { nameOf, addressOf } = latest.current
      const image = await cache.load(nameOf(at), () => addressOf(at))
      imageBytes.current = decodedBytes(image)
      return image
    }
    /** Positions whose images could not be loaded ahead. They are tried again when the user looks at them. */
    const failed = new Set<number>()
    function loadAhead() {
      if (!isCurrent || imageBytes.current === null) return
      // Together with the shown image they fit into the memory, so that none is loaded twice.
      const most = Math.max(0, Math.floor(mostCachedBytes / imageBytes.current) - 1)
      for (const at of near.slice(0, most)) {
        if (cache.countLoads() >= atOnce) return
        const ahead = latest.current.nameOf(at)
        if (cache.get(ahead) || cache.isLoading(ahead) || failed.has(at)) continue
        load(at)
          .catch(() => failed.add(at))
          .finally(() => loadMore.current())
      }
    }
    function loadPresent() {
      load(position)
        .then((image) => {
          if (isCurrent) setShown({ state: 'shown', image })
          else if (turn > turns.current.shown)
            setShown((before) => (before.state === 'loading' ? { state: 'loading', last: image } : before))
          turns.current.shown = Math.max(turn, turns.current.shown)
        })
        .catch((error: Error) => {
          if (isCurrent) setShown({ state: 'failed', error })
        })
        .finally(() => loadMore.current())
      loadMore.current = loadAhead
      loadAhead()
    }
    const isRepeated = attempt.repeated === name
    const mustRest = latest.current.isSliding && !isRepeated && !cached && !cache.isLoading(name)
    const timer = mustRest ? setTimeout(loadPresent, restMs) : undefined
    if (!mustRest) loadPresent()
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [name, count, position, isMeasured, isLoadingAhead, attempt, cache])

  useEffect(() => () => cache.cancelLoadsExcept(new Set()), [cache])

  return { shown, again: () => setAttempt({ repeated: name }) }
}
