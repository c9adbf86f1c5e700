/**
 * The layout of the pages before signing in: an image of the mountains at one side and the form at the other; dawn
 * for patients, night for staff.
 */

import { joinNames } from '@mi-portal/contract/clinic/join-names'
import { IconCalendarHeart, IconFlask, IconHeadset, IconUsers } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { isChrome } from '../../lib/browser/recommended-browser.ts'
import { portal } from '../../lib/portal-config.ts'
import { Brand } from '../../ui/brand.tsx'
import { BrowserNotice } from '../../ui/browser-notice.tsx'
import { join } from '../../ui/layout/layout.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { ClinicNotReady } from './clinic-not-ready.tsx'
import { PublicFooter } from './public-footer.tsx'
import { SignInAlerts } from './sign-in-alerts.tsx'

const benefits = [
  { icon: IconCalendarHeart, title: 'Horas médicas', text: null },
  { icon: IconFlask, title: 'Resultados', text: 'Laboratorio e imágenes' },
  { icon: IconUsers, title: 'Grupo familiar', text: 'Hijos y personas a tu cuidado' },
]

export const PatientSignInLayout = () => <SignInLayout sky="dawn" />
export const StaffSignInLayout = () => <SignInLayout sky="night" />

function SignInLayout({ sky }: { sky: 'dawn' | 'night' }) {
  const forPatients = sky === 'dawn'
  const { branding, sites, slogan } = portal.clinic
  const siteNames = joinNames(sites.map(({ name }) => name))
  return (
    <div className="flex min-h-dvh flex-col bg-card">
      <SkipLink />
      <SignInAlerts />
      <div className="flex-1 desktop:grid desktop:grid-cols-[minmax(0,748fr)_minmax(0,692fr)]">
        <header
          className={join(
            'relative overflow-hidden text-strong max-desktop:min-h-[136px] desktop:always-dark desktop:bg-page',
            !forPatients && 'always-dark bg-page',
          )}
        >
          <picture>
            {forPatients && (
              <source media="(max-width: 53.7em)" srcSet={branding.images.patient_panel_phone} />
            )}
            <img
              className="absolute inset-0 size-full object-cover object-[78%_100%]"
              src={forPatients ? branding.images.patient_panel : branding.images.staff_panel}
              alt=""
              fetchPriority="high"
            />
          </picture>
          {/* Behind the words, so that they can be read on every drawing of the wide panel. */}
          <div
            className={join(
              'relative flex min-h-full flex-col items-start gap-6 p-4 desktop:p-10',
              forPatients &&
                'desktop:bg-linear-to-b desktop:from-[var(--lapis-8)] desktop:via-[var(--lapis-7)]/60 desktop:via-45% desktop:to-transparent desktop:to-70%',
            )}
          >
            <div style={{ textShadow: '0 0 6px var(--color-page), 0 0 12px var(--color-page)' }}>
              <Brand
                name={portal.product}
                line={forPatients ? portal.brand : 'Administración'}
                logo={branding.logo_on_dark}
              />
            </div>
            <p className="mt-10 max-w-form font-display text-[2.875rem]/[3.125rem] font-strong text-balance max-desktop:hidden">
              {forPatients ? slogan : `Administración de ${portal.product.replaceAll(' ', '\u00a0')}`}
            </p>
            {forPatients && (
              <>
                <p className="max-w-form max-desktop:hidden">
                  Reserva horas, revisa tus exámenes y acompaña a quienes quieres, cuando lo necesites.
                </p>
                <ul className="plain-list mt-auto grid w-full grid-cols-3 gap-4 max-desktop:hidden">
                  {benefits.map(({ icon: Icon, title, text }) => (
                    <li
                      key={title}
                      className="type-meta grid content-start gap-1 rounded-tile bg-card/90 p-4"
                    >
                      <Icon size={24} stroke={1.75} aria-hidden />
                      <span className="type-body font-strong">{title}</span>
                      <span>{text ?? siteNames}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </header>
        <div className="flex min-w-0 flex-col px-4 pb-6 desktop:px-14 desktop:py-8">
          {forPatients && (
            <aside className="self-end max-desktop:hidden" aria-label="Ayuda">
              <a
                className="flex min-h-11 items-center gap-2 font-strong no-underline"
                href={`tel:${portal.supportPhone.replace(/\s/g, '')}`}
              >
                <IconHeadset size={20} stroke={1.75} aria-hidden />
                Servicio al cliente
              </a>
            </aside>
          )}
          <main id="contenido" className="mx-auto w-full max-w-[432px] py-4 desktop:my-auto" tabIndex={-1}>
            {forPatients && <ClinicNotReady />}
            <Outlet />
          </main>
          <footer className="mx-auto w-full max-w-[432px]">
            <BrowserNotice isChrome={isChrome()} />
            <PublicFooter />
          </footer>
        </div>
      </div>
    </div>
  )
}
