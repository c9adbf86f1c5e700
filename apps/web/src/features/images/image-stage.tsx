/** The black area with one image: drag, wheel, pinch and keys scroll, enlarge and move it. */
import { type PointerEvent, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { join } from '../../ui/layout/layout.tsx'
import classes from './images.module.css'
import {
  brightened,
  clamp,
  getFilter,
  moved,
  type Placement,
  type StageSize,
  type View,
  zoomed,
} from './images.rules.ts'

interface ImageStageProps {
  ref: RefObject<HTMLElement | null>
  image: HTMLImageElement | null
  /** Says which image is shown. */
  label: string
  /** The id of the text that explains the keys. */
  describedBy: string
  view: View
  /** The size of the area; zero before it is known. */
  size: StageSize
  /** Whether there are other images to scroll to. */
  hasOthers: boolean
  onBrightness(brightness: number): void
  onPlace(change: (before: Placement) => Placement): void
  /** Moves by a number of images, back if it is negative. */
  onStep(steps: number): void
  onReset(): void
  /** Called with the size of the area in pixels. */
  onSize(size: StageSize): void
  children?: ReactNode
}

/** Pixels of a drag, and of a wheel, that move by one image. */
const dragStep = 8
const wheelStep = 40
/** Pixels of a drag that enlarge an image, or make it brighter, to the double. */
const doublingDrag = 160

type Point = { x: number; y: number }

const distance = ([one, other]: readonly Point[]) =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0

const sizeOf = ({ clientWidth, clientHeight }: Element): StageSize => ({
  width: Math.max(1, clientWidth),
  height: Math.max(1, clientHeight),
})

export function ImageStage({ ref, image, label, describedBy, children, ...on }: ImageStageProps) {
  const holder = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const rest = useRef(0)
  const { view, hasOthers } = on
  const { placement, tool } = view
  const isEnlarged = placement.zoom > 1
  const isMovable = hasOthers || isEnlarged
  const isOnSide = view.turns % 2 === 1
  const latest = useRef(on)
  latest.current = on

  // The loaded element itself is shown: a second one with the same address would be loaded again.
  useLayoutEffect(() => {
    holder.current?.replaceChildren(...(image ? [image] : []))
  }, [image])

  // Before the first paint: a wheel over an image that can be seen must not scroll the page.
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    const report = () => latest.current.onSize(sizeOf(area))
    report()
    const observer = new ResizeObserver(report)
    observer.observe(area)
    // React's own wheel listener cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      const { hasOthers, view, onPlace, onStep } = latest.current
      // A single image that is not enlarged leaves the wheel to the page.
      if (!event.ctrlKey && !hasOthers && view.placement.zoom === 1) return
      event.preventDefault()
      if (event.ctrlKey) return onPlace((before) => zoomed(before, event.deltaY < 0 ? 1.15 : 1 / 1.15))
      if (!hasOthers) return onPlace((before) => moved(before, -event.deltaX, -event.deltaY, sizeOf(area)))
      rest.current += event.deltaY / wheelStep
      const steps = Math.trunc(rest.current)
      rest.current -= steps
      if (steps !== 0) onStep(steps)
    }
    area.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      area.removeEventListener('wheel', onWheel)
    }
  }, [ref])

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    event.currentTarget.setPointerCapture?.(event.pointerId)
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    rest.current = 0
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const apart = distance([...pointers.current.values()])
    const point = { x: event.clientX, y: event.clientY }
    pointers.current.set(event.pointerId, point)
    if (pointers.current.size === 2) {
      const factor = apart === 0 ? 1 : distance([...pointers.current.values()]) / apart
      return on.onPlace((place) => zoomed(place, clamp(factor, 0.5, 2)))
    }
    const factor = 2 ** ((before.y - point.y) / doublingDrag)
    if (tool === 'zoom') return on.onPlace((place) => zoomed(place, factor))
    if (tool === 'brightness') {
      rest.current += (before.y - point.y) / doublingDrag
      const changed = brightened(view.brightness, 2 ** rest.current)
      if (changed === view.brightness) return
      rest.current = 0
      return on.onBrightness(changed)
    }
    const size = sizeOf(event.currentTarget)
    if (isEnlarged) return on.onPlace((place) => moved(place, point.x - before.x, point.y - before.y, size))
    rest.current += (point.y - before.y) / dragStep
    const steps = Math.trunc(rest.current)
    rest.current -= steps
    if (steps !== 0) on.onStep(steps)
  }

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId)

  return (
    <section
      ref={ref}
      // Screen readers pass the arrow keys on to an application only.
      role="application"
      aria-label="Imagen"
      aria-describedby={describedBy}
      // Without anything to scroll or to move, the keys have nothing to do here.
      tabIndex={isMovable ? 0 : -1}
      className={join('max-wide:-mx-4', classes.stage)}
      data-movable={isMovable || tool !== 'move' || undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onDoubleClick={on.onReset}
    >
      <div
        ref={holder}
        role="img"
        aria-label={label}
        className="size-full [&_img]:size-full [&_img]:block [&_img]:object-contain"
        style={{
          // A turned image fits the area as it lies in it.
          ...(isOnSide && { width: on.size.height, height: on.size.width }),
          transform: `translate(${placement.x}px, ${placement.y}px) rotate(${view.turns * 90}deg) scale(${placement.zoom})`,
          filter: getFilter(view),
        }}
      />
      {children}
    </section>
  )
}
