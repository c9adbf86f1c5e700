/** The layout of the identity check's window. It loads next to nothing, so that it opens on any connection. */
import { Outlet } from '@tanstack/react-router'
import { portal } from '../../lib/portal-config.ts'
import { Brand } from '../../ui/brand.tsx'
import classes from './basic.module.css'
import { PublicFooter } from './public-footer.tsx'

export function MinimalLayout() {
  return (
    <div className="flex flex-col min-h-dvh">
      <header className="flex justify-center py-4 px-8 bg-card border-b border-b-line-strong max-desktop:py-3 max-desktop:px-4">
        <div className="flex-1 flex items-center justify-between gap-4 max-w-page">
          <Brand name={portal.product} line={portal.brand} logo={portal.clinic.branding.logo} />
        </div>
      </header>
      <main id="contenido" className={`${classes.main} ${classes.close}`} tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="px-4 pt-0 pb-4">
        <PublicFooter inNewTab />
      </footer>
    </div>
  )
}
