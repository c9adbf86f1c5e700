/** Loads images ahead of the user and caches a bounded amount of them, so that a series scrolls without waiting. */
import { useEffect, useRef, useState } from 'react'
import { createImageCache, decodedBytes } from './image-cache.flow.ts'
import { positionsAhead } from './images.rules.ts'

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
  | { state: 'failed' }

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

/** Returns the image at the present position. `again` repeats a failed load. */
export function useLoadedImage({ count, position, isMeasured, isLoadingAhead, ...rest }: LoadingOptions) {
  const [cache] = useState(() => createImageCache(mostCachedBytes))
  const [shown, setShown] = useState<ShownImage>({ state: 'loading', last: null })
  const [attempt, setAttempt] = useState({ repeated: '' })
  const name = rest.nameOf(position)
  const latest = useRef(rest)
  latest.current = rest

  useEffect(() => {
    if (!isMeasured) return
    let isCurrent = true
    const load = (at: number) => {
      const { nameOf, addressOf } = latest.current
      return cache.load(nameOf(at), () => addressOf(at))
    }
    // Loads that the new position needs too are continued.
    const near = isLoadingAhead ? positionsAhead(position, count, mostAhead) : []
    cache.cancelLoadsExcept(new Set([name, ...near.map(latest.current.nameOf)]))
    const cached = cache.get(name)
    setShown((before) =>
      cached ? { state: 'shown', image: cached } : { state: 'loading', last: lastImage(before) },
    )

    async function loadAhead(image: HTMLImageElement) {
      // Together with the shown image they fit into the memory, so that none is loaded twice.
      const most = Math.max(0, Math.floor(mostCachedBytes / decodedBytes(image)) - 1)
      const positions = near.slice(0, most)
      const work = async () => {
        for (let next = positions.shift(); isCurrent && next !== undefined; next = positions.shift())
          await load(next).catch(() => undefined)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }
    function loadPresent() {
      load(position)
        .then((image) => {
          if (!isCurrent) return
          setShown({ state: 'shown', image })
          return loadAhead(image)
        })
        .catch(() => {
          if (isCurrent) setShown({ state: 'failed' })
        })
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
