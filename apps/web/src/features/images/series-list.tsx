/** The series of an exam with a thumbnail of each; the shown one is marked. */

import classes from './images.module.css'
import { frameAddress } from './images.queries.ts'
import type { ShownSeries } from './images.rules.ts'

/** The size in pixels in which thumbnails are rendered. */
const thumbnailSize = 160

interface SeriesListProps {
  series: readonly ShownSeries[]
  chosen: ShownSeries
  imageKey: string
  onChoose(series: ShownSeries): void
}

export function SeriesList({ series, chosen, imageKey, onChoose }: SeriesListProps) {
  return (
    <nav aria-label="Series de imágenes" className={classes.list}>
      <ul>
        {series.map((one, index) => (
          <li key={one.key}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-current={one === chosen || undefined}
              onClick={() => onChoose(one)}
            >
              <Thumbnail series={one} imageKey={imageKey} />
              <span>
                <span className={classes.seriesName}>
                  Serie {index + 1}: {one.label}
                </span>
                <span className={classes.extent}>{one.extent}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Thumbnail({ series, imageKey }: { series: ShownSeries; imageKey: string }) {
  const middle = series.slides[Math.floor((series.slides.length - 1) / 2)]
  if (middle === undefined) return null
  return (
    <img
      src={frameAddress(imageKey, middle, thumbnailSize, null)}
      alt=""
      loading="lazy"
      width={72}
      height={72}
    />
  )
}
