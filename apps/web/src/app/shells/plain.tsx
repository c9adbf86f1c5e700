/** Public pages that are more than a form beside a picture: a head with the mark, and room for content. */
import { Link, Outlet } from '@tanstack/react-router'
import { portal } from '../../lib/portal-config.ts'
import logo from '../../ui/art/logo.svg'
import { Brand } from '../../ui/brand.tsx'
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
          <PublicFoot />
        </footer>
      </div>
    </Kit>
  )
}
