/**
 * Grey placeholders while content is loading. They appear after 300 ms, so that a quick answer does not flicker.
 */
import classes from './skeletons.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder of list rows: a square, two lines, an action. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <div className={classes.waiting} aria-busy="true">
      <span className="portal-hidden" role="status">
        Cargando...
      </span>
      {range(count).map((index) => (
        <div key={index} className={`portal-card ${classes.row}`} aria-hidden>
          <span className={classes.square} />
          <span className={classes.lines}>
            <span className={classes.line} />
            <span className={`${classes.line} ${classes.short}`} />
          </span>
          <span className={classes.action} />
        </div>
      ))}
    </div>
  )
}

/** Placeholder of a text block or an image; `height` in px or as a CSS value. */
export function BlockSkeleton({ height = 160 }: { height?: number | string }) {
  return (
    <div className={classes.waiting} aria-busy="true">
      <span className="portal-hidden" role="status">
        Cargando...
      </span>
      <div className={classes.block} style={{ height }} aria-hidden />
    </div>
  )
}
