/**
 * The layout of public pages that are more than a form beside an image: a header with the logo, and room for
 * content.
 */
import { Link, Outlet } from '@tanstack/react-router'
import { AlertStrip } from '../../features/alerts/alert-strip.tsx'
import { portal } from '../../lib/portal-config.ts'
import { isChrome } from '../../lib/recommended-browser.ts'
import logo from '../../ui/art/logo.svg'
import { Brand } from '../../ui/brand.tsx'
import { BrowserNotice } from '../../ui/browser-notice.tsx'
import { HeadSlot } from '../../ui/head-slot.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { Kit } from '../kit.tsx'
import classes from './plain.module.css'
import { PublicFoot } from './public-foot.tsx'

export function PlainShell() {
  return (
    <Kit>
      <div className={classes.page}>
        <SkipLink />
        <AlertStrip />
        <HeadSlot
          className={classes.slot}
          head={(slot) => (
            <header className={classes.head}>
              <div className={classes.bar}>
                <Link to="/" className={classes.home}>
                  <Brand name={portal.product} line={portal.brand} logo={logo} />
                </Link>
                {slot}
              </div>
            </header>
          )}
        >
          <main id="contenido" className={classes.main} tabIndex={-1}>
            <Outlet />
          </main>
        </HeadSlot>
        <footer className={classes.foot}>
          <BrowserNotice isChrome={isChrome()} />
          <PublicFoot />
        </footer>
      </div>
    </Kit>
  )
}
