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
import { SkipLink } from '../../ui/skip-link.tsx'
import { ClinicNotReady } from './clinic-not-ready.tsx'
import { PublicFooter } from './public-footer.tsx'
import classes from './sign-in.module.css'
import { SignInAlerts } from './sign-in-alerts.tsx'

const benefits = [
  { icon: IconCalendarHeart, title: 'Horas médicas', text: null },
  { icon: IconFlask, title: 'Resultados', text: 'Laboratorio e imágenes' },
  { icon: IconUsers, title: 'Grupo familiar', text: 'Hijos y personas a tu cuidado' },
]

export function SignInLayout({ sky }: { sky: 'dawn' | 'night' }) {
  const forPatients = sky === 'dawn'
  const { branding, sites, slogan } = portal.clinic
  const siteNames = joinNames(sites.map(({ name }) => name))
  return (
    <div className={classes.page}>
      <SkipLink />
      <SignInAlerts />
      <div className={classes.halves}>
        <header className={`${classes.panel} ${classes[sky]}`}>
          <picture>
            {forPatients && (
              <source media="(max-width: 53.7em)" srcSet={branding.images.patient_panel_phone} />
            )}
            <img
              className={classes.art}
              src={forPatients ? branding.images.patient_panel : branding.images.staff_panel}
              alt=""
              fetchPriority="high"
            />
          </picture>
          <div className={classes.words}>
            <Brand
              name={portal.product}
              line={forPatients ? portal.brand : 'Administración'}
              logo={branding.logo_on_dark}
              onDark
            />
            <p className={classes.promise}>
              {forPatients ? slogan : `Administración de ${portal.product.replaceAll(' ', '\u00a0')}`}
            </p>
            {forPatients && (
              <>
                <p className={classes.more}>
                  Reserva horas, revisa tus exámenes y acompaña a quienes quieres, cuando lo necesites.
                </p>
                <ul className={classes.offers}>
                  {benefits.map(({ icon: Icon, title, text }) => (
                    <li key={title} className={classes.offer}>
                      <Icon size={24} stroke={1.75} aria-hidden />
                      <span className={classes.offerTitle}>{title}</span>
                      <span>{text ?? siteNames}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </header>
        <div className={classes.side}>
          {forPatients && (
            <aside className={classes.aside} aria-label="Ayuda">
              <a className={classes.help} href={`tel:${portal.supportPhone.replace(/\s/g, '')}`}>
                <IconHeadset size={20} stroke={1.75} aria-hidden />
                Servicio al cliente
              </a>
            </aside>
          )}
          <main id="contenido" className={classes.main} tabIndex={-1}>
            {forPatients && <ClinicNotReady />}
            <Outlet />
          </main>
          <footer className={classes.foot}>
            <BrowserNotice isChrome={isChrome()} />
            <PublicFooter />
          </footer>
        </div>
      </div>
    </div>
  )
}
