/** The layout of the reservation pages: their own header with one exit, and nothing beside the questions. */
import { IconX } from '@tabler/icons-react'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isChrome } from '../../lib/browser/recommended-browser.ts'
import { portal } from '../../lib/portal-config.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Brand } from '../../ui/brand.tsx'
import { EmergencyLine } from '../../ui/emergency-line.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import plain from './basic.module.css'
import classes from './booking.module.css'
import { ClinicNotReady } from './clinic-not-ready.tsx'
import { PublicFooter } from './public-footer.tsx'

// Loaded later, because the page may grow by almost nothing and no help is needed at once.
const HelpButton = lazyComponent(
  async () => (await import('../../features/help/help-button.tsx')).HelpButton,
  { isOptional: true },
)

const AlertStrip = lazyComponent(
  async () => (await import('../../features/alerts/alert-strip.tsx')).AlertStrip,
  { isOptional: true },
)

// A hint at the foot of the page, which it does not need at once.
const BrowserNotice = lazyComponent(async () => (await import('../../ui/browser-notice.tsx')).BrowserNotice, {
  isOptional: true,
})

export function BookingLayout() {
  const isVisitor = useCurrentUser() === null
  return (
    <div className={plain.page}>
      <SkipLink />
      {isVisitor && (
        <Suspense>
          <AlertStrip />
        </Suspense>
      )}
      <header>
        <div className={plain.head}>
          <div className={plain.bar}>
            <Brand name={portal.product} line="Reserva de horas" logo={portal.clinic.branding.logo} isBar />
            <div className={classes.tools}>
              <Suspense>
                <HelpButton className="plain-button flex min-h-11 items-center gap-2 rounded-md px-3 font-strong text-link">
                  Ayuda
                </HelpButton>
              </Suspense>
              <Link to="/dashboard" className={classes.leave} aria-label="Salir de la reserva">
                <IconX size={22} stroke={1.75} aria-hidden />
                <span className={classes.words}>Salir de la reserva</span>
              </Link>
            </div>
          </div>
        </div>
        <div className={classes.emergency}>
          <EmergencyLine />
        </div>
      </header>
      <main id="contenido" className={`${plain.main} ${classes.main}`} tabIndex={-1}>
        {portal.clinic.is_ready ? <Outlet /> : <ClinicNotReady />}
      </main>
      <footer className={plain.foot}>
        {isVisitor && (
          <Suspense>
            <BrowserNotice isChrome={isChrome()} />
          </Suspense>
        )}
        <PublicFooter inNewTab />
      </footer>
    </div>
  )
}
