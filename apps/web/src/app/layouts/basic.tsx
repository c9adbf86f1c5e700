/**
 * The layout of public pages that are more than a form beside an image: a header with the logo, and room for
 * content.
 */
import { Link, Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { AlertStrip } from '../../features/alerts/alert-strip.tsx'
import { isChrome } from '../../lib/browser/recommended-browser.ts'
import { portal } from '../../lib/portal-config.ts'
import { Brand } from '../../ui/brand.tsx'
import { HeaderSlot } from '../../ui/header-slot.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { paths } from '../paths.ts'
import classes from './basic.module.css'
import { ClinicNotReady } from './clinic-not-ready.tsx'
import { PublicFooter } from './public-footer.tsx'

// A hint at the foot of the page, which it does not need at once.
const BrowserNotice = lazyComponent(async () => (await import('../../ui/browser-notice.tsx')).BrowserNotice, {
  isOptional: true,
})

export function BasicLayout() {
  // The person who sets up the installation knows that there is no clinic yet.
  const isSetup = useRouterState({ select: ({ location }) => location.pathname === paths.setup })
  return (
    <div className="flex flex-col min-h-dvh">
      <SkipLink />
      <AlertStrip />
      <HeaderSlot
        className="flex-none"
        header={(slot) => (
          <header className="flex justify-center py-4 px-8 bg-card border-b border-b-line-strong max-desktop:py-3 max-desktop:px-4">
            <div className="flex-1 flex flex-wrap items-center justify-between gap-x-4 max-w-page">
              <Link to="/" className="inline-flex no-underline">
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
      <footer className="px-4 pt-0 pb-4">
        <Suspense>
          <BrowserNotice isChrome={isChrome()} />
        </Suspense>
        <PublicFooter />
      </footer>
    </div>
  )
}
