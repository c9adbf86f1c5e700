/** Grey shapes of what is on its way. They show after 300 ms, so that a quick answer never flickers. */
import classes from './skeletons.module.css'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Rows of a list: a square, two lines, an action. */
export function RowSkeletons({ count = 5 }: { count?: number }) {
  return (
    <div className={classes.waiting} aria-busy="true">
      <span className="portal-hidden" role="status">
        Cargando...
      </span>
      {numbers(count).map((index) => (
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

/** A block of text or a picture; `height` in px, or as styles say it. */
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
