/** Asks which kind of account to open. */
import { IconId, IconShieldPlus, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import classes from './users.module.css'
import { UsersLink } from './users-link.tsx'

export function CreateEntryPage() {
  const isSuper = useCurrentUser()?.rol === 'SUPER_ADMIN_ROLE'
  return (
    <>
      <UsersLink />
      <PageHeading title="Crear usuario" lead="Elige qué tipo de usuario quieres registrar." />
      <ul className={classes.kinds}>
        <li>
          <Link
            to="/admin/usuarios/crear/$role"
            params={{ role: 'ficha' }}
            className={`portal-card ${classes.kind}`}
          >
            <IconId size={28} stroke={1.75} aria-hidden />
            <span>
              <span className={classes.kindName}>CREAR FICHA</span>
              <span className={classes.kindText}>
                Para dar una hora ahora a una persona sin cuenta: documento, nombre, fecha de nacimiento y
                teléfono.
              </span>
            </span>
          </Link>
        </li>
        <li>
          <Link
            to="/admin/usuarios/crear/$role"
            params={{ role: 'paciente' }}
            className={`portal-card ${classes.kind}`}
          >
            <IconUserPlus size={28} stroke={1.75} aria-hidden />
            <span>
              <span className={classes.kindName}>CREAR PACIENTE</span>
              <span className={classes.kindText}>
                Recibe un correo de bienvenida con una contraseña temporal y ve su propia información.
              </span>
            </span>
          </Link>
        </li>
        {isSuper && (
          <li>
            <Link
              to="/admin/usuarios/crear/$role"
              params={{ role: 'admin' }}
              className={`portal-card ${classes.kind}`}
            >
              <IconShieldPlus size={28} stroke={1.75} aria-hidden />
              <span>
                <span className={classes.kindName}>CREAR ADMINISTRADOR</span>
                <span className={classes.kindText}>
                  Administra pacientes, grupos familiares y solicitudes. No ve resultados ni fichas clínicas.
                </span>
              </span>
            </Link>
          </li>
        )}
      </ul>
    </>
  )
}
