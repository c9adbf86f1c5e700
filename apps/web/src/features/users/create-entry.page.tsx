/** Asks which kind of account to open. */
import { IconId, IconShieldPlus, IconUserPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { UsersLink } from './users-link.tsx'

const kindLook = 'flex items-start gap-4 h-full p-6 text-link no-underline hover:border-action'
const kindTextLook = 'block mt-1 type-meta text-muted'

export function CreateEntryPage() {
  const isSuper = useCurrentUser()?.rol === 'SUPER_ADMIN_ROLE'
  return (
    <>
      <UsersLink />
      <PageHeading title="Crear usuario" lead="Elige qué tipo de usuario quieres registrar." />
      <ul className="plain-list grid grid-cols-[repeat(auto-fill,minmax(min(19.5rem,100%),1fr))] gap-4 max-w-viewer">
        <li>
          <Link
            to="/admin/usuarios/crear/$role"
            params={{ role: 'ficha' }}
            className={`portal-card ${kindLook}`}
          >
            <IconId size={28} stroke={1.75} aria-hidden />
            <span>
              <span className="block font-strong">CREAR FICHA</span>
              <span className={kindTextLook}>
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
            className={`portal-card ${kindLook}`}
          >
            <IconUserPlus size={28} stroke={1.75} aria-hidden />
            <span>
              <span className="block font-strong">CREAR PACIENTE</span>
              <span className={kindTextLook}>
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
              className={`portal-card ${kindLook}`}
            >
              <IconShieldPlus size={28} stroke={1.75} aria-hidden />
              <span>
                <span className="block font-strong">CREAR ADMINISTRADOR</span>
                <span className={kindTextLook}>
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
