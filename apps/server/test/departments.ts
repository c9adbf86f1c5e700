/** Helpers for tests of service requests: a portal with catalogues, in which each department has a mailbox. */
import { buildLink } from './build.ts'
import { clinicWith } from './clinic/packages.ts'
import { type Portal, type PortalOptions, startPortal } from './portal.ts'

const departments = {
  documents: 'documentos@clinica.example',
  budgets: 'presupuestos@clinica.example',
  contact: 'experiencia@clinica.example',
  imaging: 'imagenes@clinica.example',
  privacy: 'datos@clinica.example',
}

/** Starts a portal with a mother, a child of ten in her proven care, and a member of staff. */
export async function startDepartments(options: PortalOptions = {}) {
  const portal = await startPortal({ ...options, parts: clinicWith({ departments }) })
  const mother = await portal.person({
    first_name: 'Camila',
    last_name: 'Fuentes',
    second_name: 'Rojas',
    email: 'camila@ejemplo.cl',
  })
  const child = await portal.person({
    first_name: 'Martina',
    last_name: 'Soto',
    second_name: 'Fuentes',
    date_birth: '2016-11-26',
    email: null,
  })
  const link = await buildLink(portal.db, { leader_id: mother.id, member_id: child.id })
  const clerk = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Andrea', last_name: 'Morales' })
  return { ...portal, mother, child, link, clerk, call: await portal.as(mother) }
}

export function formWith(
  fields: Readonly<Record<string, string | number>>,
  files: Readonly<Record<string, File>> = {},
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const [name, file] of Object.entries(files)) form.set(name, file)
  return form
}

/** Returns the audit log entries of an actor, oldest first. */
export async function readAuditLog({ db }: Pick<Portal, 'db'>, actorId: number) {
  return (await db.listAuditEvents()).filter(({ actor_id }) => actor_id === actorId)
}
