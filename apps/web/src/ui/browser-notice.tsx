import { IconBrandChrome } from '@tabler/icons-react'
import classes from './browser-notice.module.css'
import { Notice } from './notice.tsx'

/** Recommends Google Chrome: a quiet line to who uses it, a warning to who does not. */
export function BrowserNotice(props: { isChrome: boolean }) {
  if (!props.isChrome) {
    return (
      <Notice kind="warning" icon={IconBrandChrome}>
        Recomendamos usar el navegador Google Chrome.
      </Notice>
    )
  }
  return (
    <p className={classes.quiet}>
      <IconBrandChrome size={18} stroke={1.75} aria-hidden />
      Recomendamos usar Google Chrome.
    </p>
  )
}
