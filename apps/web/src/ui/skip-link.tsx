import classes from './skip-link.module.css'

/** First stop of the keyboard on every page: past the menu, to what the page is about (`#contenido`). */
export function SkipLink() {
  return (
    <a className={classes.skip} href="#contenido">
      Ir al contenido
    </a>
  )
}
