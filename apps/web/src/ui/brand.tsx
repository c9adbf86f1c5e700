import classes from './brand.module.css'

interface BrandProps {
  name: string
  /** Second line: the clinic, or the area. */
  line?: string
  logo: string
  /** Whether the background is dark. */
  onDark?: boolean
}

/** Shows the logo with the product's name beside it. */
export function Brand({ name, line, logo, onDark }: BrandProps) {
  return (
    <span className={onDark ? `${classes.brand} ${classes.dark}` : classes.brand}>
      <img src={logo} alt="" width={42} height={42} />
      <span>
        <span className={classes.name}>{name}</span>
        {line && <span className={classes.line}>{line}</span>}
      </span>
    </span>
  )
}
