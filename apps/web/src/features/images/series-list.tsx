/** The series of an exam with a thumbnail of each; the shown one is marked. */
import { useEffect, useRef, useState } from 'react'
import classes from './images.module.css'
import type { ImageAddresses } from './images.queries.ts'
import type { ShownSeries } from './images.rules.ts'

/** The size in pixels in which thumbnails are rendered. */
const thumbnailSize = 160

interface SeriesListProps {
  series: readonly ShownSeries[]
  chosen: ShownSeries
  addresses: ImageAddresses
  /** Returns a key that is valid now. */
  freshKey(): Promise<string>
  onChoose(series: ShownSeries): void
}

export function SeriesList({ series, chosen, addresses, freshKey, onChoose }: SeriesListProps) {
  return (
    <nav aria-label="Series de imágenes" className={classes.series}>
      <ul className={`plain-list flex gap-2 p-1 ${classes.list}`}>
        {series.map((one, index) => (
          <li key={one.key}>
            <button
              type="button"
              className={`plain-button flex items-center gap-3 rounded-tile border-2 border-transparent bg-card p-2 aria-[current]:border-action aria-[current]:bg-soft ${classes.one}`}
              aria-current={one === chosen || undefined}
              onClick={() => onChoose(one)}
            >
              <Thumbnail series={one} addresses={addresses} freshKey={freshKey} />
              <span className="min-w-0">
                <span className="type-meta block font-strong text-strong">
                  Serie {index + 1}: {one.label}
                </span>
                <span className="type-meta block text-muted">{one.extent}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Calls `onVisible` each time the element becomes visible; at once in a browser that cannot observe it. */
function watchVisibility(element: Element, onVisible: () => void): () => void {
  if (!('IntersectionObserver' in globalThis)) {
    onVisible()
    return () => undefined
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) onVisible()
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** The address is made once, when the thumbnail becomes visible, with a key that is valid then. */
function Thumbnail({
  series,
  addresses,
  freshKey,
}: {
  series: ShownSeries
  addresses: ImageAddresses
  freshKey(): Promise<string>
}) {
  const image = useRef<HTMLImageElement>(null)
  const [address, setAddress] = useState<string>()
  const [isFailed, setFailed] = useState(false)
  const latest = useRef({ series, addresses, freshKey })
  latest.current = { series, addresses, freshKey }
  const hasAddress = address !== undefined
  useEffect(() => {
    if (!image.current || hasAddress) return
    return watchVisibility(image.current, () => {
      const { slides } = latest.current.series
      const middle = slides[Math.floor((slides.length - 1) / 2)]
      if (middle === undefined) return
      latest.current
        .freshKey()
        .then((key) =>
          setAddress((before) => before ?? latest.current.addresses.frame(key, middle, thumbnailSize, null)),
        )
        // Without a key the address is made when the thumbnail is next visible.
        .catch(() => undefined)
    })
  }, [hasAddress])
  // The viewer says why.
  if (isFailed)
    return (
      <span className="type-meta grid size-18 flex-none place-items-center text-center text-muted">
        Sin vista previa
      </span>
    )
  return <img ref={image} src={address} alt="" width={72} height={72} onError={() => setFailed(true)} />
}
