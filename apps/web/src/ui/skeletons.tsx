/**
 * Grey placeholders while content is loading. They appear after 300 ms, so that a quick answer does not flicker.
 */
// One animation for all placeholders of a list: browsers draw each animated element in a layer of its own.
const waiting = 'grid animate-skeleton gap-3'
const bar = 'block rounded-sm bg-sub'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder of a card of list rows: a square, two lines, an action. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <div aria-busy="true">
      <span className="portal-hidden" role="status">
        Cargando...
      </span>
      <div className="animate-skeleton rows rounded-card bg-card px-4 py-1 shadow-e1" aria-hidden>
        {range(count).map((index) => (
          <div key={index} className="flex min-h-14 items-center gap-4">
            <span className={`${bar} size-10 flex-none`} />
            <span className="grid flex-1 gap-2">
              <span className={`${bar} min-h-4 w-[min(240px,80%)]`} />
              <span className={`${bar} min-h-4 w-[min(140px,50%)]`} />
            </span>
            <span className={`${bar} min-h-4 w-24 max-desktop:hidden`} />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Placeholder of a text block or an image; `height` in px or as a CSS value. */
export function BlockSkeleton({ height = 160 }: { height?: number | string }) {
  return (
    <div className={waiting} aria-busy="true">
      <span className="portal-hidden" role="status">
        Cargando...
      </span>
      <div className="rounded-tile bg-line-strong" style={{ height }} aria-hidden />
    </div>
  )
}
