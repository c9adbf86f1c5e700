import classes from './skip-link.module.css'

/** The first keyboard stop of every page: skips the menu and goes to the content (`#contenido`). */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#contenido">
      Ir al contenido
    </a>
  )
}
