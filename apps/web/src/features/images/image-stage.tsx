/** The black area with one image: drag, wheel, pinch and keys scroll, enlarge and move it. */
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import classes from './images.module.css'
import { clamp, moved, type Placement, zoomed } from './images.rules.ts'

interface ImageStageProps {
  image: HTMLImageElement | null
  /** Says which image is shown. */
  label: string
  filter: string | null
  placement: Placement
  onPlace(change: (before: Placement) => Placement): void
  /** Moves by a number of images, back if it is negative. */
  onStep(steps: number): void
  onReset(): void
  /** Called with the width of the area in pixels. */
  onWidth(width: number): void
  children?: ReactNode
}

/** Pixels of a drag, and of a wheel, that move by one image. */
const dragStep = 8
const wheelStep = 40

type Point = { x: number; y: number }

const distance = ([one, other]: readonly Point[]) =>
  one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0

export function ImageStage({ image, label, filter, placement, children, ...on }: ImageStageProps) {
  const stage = useRef<HTMLElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const pointers = useRef(new Map<number, Point>())
  const rest = useRef(0)
  const handlers = useRef(on)
  handlers.current = on

  // The loaded element itself is shown: a second one with the same address would be loaded again.
  useLayoutEffect(() => {
    holder.current?.replaceChildren(...(image ? [image] : []))
  }, [image])

  useEffect(() => {
    const area = stage.current
    if (!area) return
    const report = () => handlers.current.onWidth(Math.max(1, area.clientWidth))
    report()
    const observer = new ResizeObserver(report)
    observer.observe(area)
    // React's own wheel listener cannot keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (event.ctrlKey)
        return handlers.current.onPlace((before) => zoomed(before, event.deltaY < 0 ? 1.15 : 1 / 1.15))
      stepBy(event.deltaY / wheelStep)
    }
    area.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      observer.disconnect()
      area.removeEventListener('wheel', onWheel)
    }
    function stepBy(part: number) {
      rest.current += part
      const steps = Math.trunc(rest.current)
      rest.current -= steps
      if (steps !== 0) handlers.current.onStep(steps)
    }
  }, [])

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
    const { clientWidth: width, clientHeight: height } = event.currentTarget
    if (placement.zoom > 1)
      return on.onPlace((place) => moved(place, point.x - before.x, point.y - before.y, { width, height }))
    rest.current += (point.y - before.y) / dragStep
    const steps = Math.trunc(rest.current)
    rest.current -= steps
    if (steps !== 0) on.onStep(steps)
  }

  const onPointerEnd = (event: PointerEvent<HTMLElement>) => pointers.current.delete(event.pointerId)

  return (
    <section
      ref={stage}
      aria-label="Imagen"
      className={classes.stage}
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
        className={classes.picture}
        style={{
          transform: `translate(${placement.x}px, ${placement.y}px) scale(${placement.zoom})`,
          filter: filter ?? undefined,
        }}
      />
      {children}
    </section>
  )
}
