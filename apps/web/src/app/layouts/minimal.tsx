/** The layout of the identity check's window. It loads next to nothing, so that it opens on any connection. */
import { Outlet } from '@tanstack/react-router'
import { portal } from '../../lib/portal-config.ts'
import { Brand } from '../../ui/brand.tsx'
import classes from './basic.module.css'
import { PublicFooter } from './public-footer.tsx'

export function MinimalLayout() {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.bar}>
          <Brand name={portal.product} line={portal.brand} logo={portal.clinic.branding.logo} />
        </div>
      </header>
      <main id="contenido" className={`${classes.main} ${classes.close}`} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={classes.foot}>
        <PublicFooter inNewTab />
      </footer>
    </div>
  )
}
