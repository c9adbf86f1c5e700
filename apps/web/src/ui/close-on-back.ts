/**
 * Makes the browser's Back close a layer over the page: a dialog, the menu, the conversation. While a layer is
 * open, it has its own history entry. When it is closed in another way, it removes its entry. When a link leads
 * away from it, the new page replaces the entry, so that no entry is left that shows nothing.
 */
import { type HistoryState, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { now } from '../lib/clock.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The layer to which this history entry belongs. */
    layer?: number
  }
}

interface Layer {
  id: number
  /** Position of the layer's entry in the history. */
  index: number
  /** Undefined while the layer cannot be closed. */
  close: (() => void) | undefined
}

interface Layers {
  open(layer: Layer): void
  left(layer: Layer): void
}

/** Milliseconds after which a layer that was asked to close either has disappeared or stays open. */
const closeTimeoutMs = 100

// No two documents of one tab share a number, so an entry from before a reload belongs to no layer.
let lastId = now().getTime()
const layersByHistory = new WeakMap<RouterHistory, Layers>()

/** Lets layers add entries to this history, and lets every navigation away from a layer replace its entry. */
export function createLayerHistory(history: RouterHistory): RouterHistory {
  const layers: Layer[] = []
  const { push, replace } = history
  const currentIndex = () => history.location.state.__TSR_index
  let isTraversing = false
  /** Whether a step was requested and the browser has not taken it yet, so that the present entry is about to change. */
  let isStepPending = false
  let waiting: (() => void)[] = []
  let lastIndex = currentIndex()
  let farthestIndex = lastIndex

  /** Returns whether the present entry belongs to a layer that is closed. */
  function isOrphaned() {
    const { layer } = history.location.state
    return layer !== undefined && !layers.some(({ id }) => id === layer)
  }
  /** Runs an action on the history; during a traversal, the action waits until it has finished. */
  function afterTraversal(action: () => void) {
    if (isTraversing) waiting.push(action)
    else action()
  }
  function finishTraversal() {
    isTraversing = false
    isStepPending = false
    const actions = waiting
    waiting = []
    for (const action of actions) afterTraversal(action)
  }
  function traverse(steps: number) {
    if (steps === 0 || currentIndex() + steps < 0) return finishTraversal()
    isTraversing = true
    isStepPending = true
    history.go(steps)
    // A browser that ignores the request must not block navigation to every other page.
    setTimeout(() => isTraversing && finishTraversal(), 1000)
  }
  function finishNavigation(isForward: boolean) {
    // A second step for the same entry would leave the page below it.
    if (isStepPending) return
    if (isOrphaned()) traverse(isForward && farthestIndex > currentIndex() ? 1 : -1)
    else finishTraversal()
  }

  history.push = (path, state, options) =>
    afterTraversal(() => {
      const leave = history.location.state.layer === undefined ? push : replace
      leave(path, state, options)
    })
  history.replace = (path, state, options) => afterTraversal(() => replace(path, state, options))

  history.subscribe(({ action }) => {
    const here = currentIndex()
    const isForward = here > lastIndex
    lastIndex = here
    if (action.type === 'PUSH') farthestIndex = here
    if (action.type === 'PUSH' || action.type === 'REPLACE') return
    isStepPending = false
    const passed = layers.filter(({ index }) => index > here).reverse()
    const unclosable = passed.find(({ close }) => close === undefined)
    if (unclosable) return traverse(unclosable.index - here)
    for (const layer of passed) layer.close?.()
    setTimeout(() => finishNavigation(isForward))
    // A layer that asks before closing, or does not close, stays the user's place.
    setTimeout(() => {
      const staying = passed.find((layer) => layers.includes(layer) && layer.index > currentIndex())
      if (staying) traverse(staying.index - currentIndex())
    }, closeTimeoutMs)
  })

  // A reload closes every layer, so their entry is left.
  if (isOrphaned()) setTimeout(() => isOrphaned() && traverse(-1))

  layersByHistory.set(history, {
    open: (layer) =>
      afterTraversal(() => {
        const { href, state } = history.location
        const own = { ...state, keepScroll: true, layer: layer.id }
        // The entry of a layer that has just closed is reused by the layer that replaces it.
        if (isOrphaned()) replace(href, own)
        else push(href, own)
        layer.index = currentIndex()
        layers.push(layer)
      }),
    left: (layer) => {
      const place = layers.indexOf(layer)
      if (place >= 0) layers.splice(place, 1)
      // A layer that opens at the same time, or a link that closed this one, takes precedence.
      setTimeout(() => {
        if (!isTraversing && history.location.state.layer === layer.id) traverse(-1)
      })
    },
  })
  return history
}

/** Returns whether a history entry belongs to a layer over the page instead of to a page. */
export function isLayerEntry({ state }: { state: HistoryState }): boolean {
  return state.layer !== undefined
}

/**
 * Closes a layer over the page when the user presses Back. `close` is undefined while the layer cannot be closed;
 * Back then does nothing. A layer that can never be closed, or is on a page without a managed history, has no
 * entry.
 */
export function useCloseOnBack(isOpen: boolean, close: (() => void) | undefined) {
  const router = useRouter({ warn: false })
  const layer = useRef<Layer>(null)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
    if (layer.current) layer.current.close = close
  })
  const [wasClosable, setWasClosable] = useState(false)
  if (close !== undefined && !wasClosable) setWasClosable(true)
  const hasEntry = isOpen && wasClosable
  useEffect(() => {
    const layers = router ? layersByHistory.get(router.history) : undefined
    if (!hasEntry || !layers) return
    lastId += 1
    const own: Layer = { id: lastId, index: Number.POSITIVE_INFINITY, close: latest.current }
    layer.current = own
    layers.open(own)
    return () => {
      layer.current = null
      layers.left(own)
    }
  }, [router, hasEntry])
}
