/**
 * The layout of public pages that are more than a form beside an image: a header with the logo, and room for
 * content.
 */
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { AlertStrip } from '../../features/alerts/alert-strip.tsx'
import { isChrome } from '../../lib/browser/recommended-browser.ts'
import { portal } from '../../lib/portal-config.ts'
import { Brand } from '../../ui/brand.tsx'
import { BrowserNotice } from '../../ui/browser-notice.tsx'
import { HeaderSlot } from '../../ui/header-slot.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { paths } from '../paths.ts'
import classes from './basic.module.css'
import { ClinicNotReady } from './clinic-not-ready.tsx'
import { PublicFooter } from './public-footer.tsx'

export function BasicLayout() {
  // The person who sets up the installation knows that there is no clinic yet.
  const isSetup = useRouterState({ select: ({ location }) => location.pathname === paths.setup })
  return (
    <div className={classes.page}>
      <SkipLink />
      <AlertStrip />
      <HeaderSlot
        className={classes.slot}
        header={(slot) => (
          <header className={classes.head}>
            <div className={classes.bar}>
              <Link to="/" className={classes.home}>
                <Brand name={portal.product} line={portal.brand} logo={portal.clinic.branding.logo} />
              </Link>
              {slot}
            </div>
          </header>
        )}
      >
        <main id="contenido" className={classes.main} tabIndex={-1}>
          {!isSetup && <ClinicNotReady />}
          <Outlet />
        </main>
      </HeaderSlot>
      <footer className={classes.foot}>
        <BrowserNotice isChrome={isChrome()} />
        <PublicFooter />
      </footer>
    </div>
  )
}
