/** The addresses of all pages, made from the web application's own list of paths. */
import { paths } from '../apps/web/src/app/paths.ts'

/** A value of each parameter of a path. A page with another parameter needs a line here. */
const samples: Readonly<Record<string, string>> = {
  $attention_id: '999999999',
  $document_number: '12345678-5',
  $document_type: '1',
  $id: '1',
  $id_appointment: '999999999',
  $key: 'desconocida',
  $leader_id: '1',
  $matter: 'documents',
  $name: 'Camila',
  $notification: '999999999',
  $part: 'branding',
  $role: 'paciente',
  $token: 'desconocido',
  $what: 'no-fui-yo',
}

/** Addresses that show another part of a page. */
const parts = `
  /proteger/bloquear /proteger/desbloquear /proteger/no-fui-yo/desconocido
  /reservas?office_id=PROVIDENCIA /reservas?office_id=PROVIDENCIA&spec_id=362
  /dashboard/perfil?tab=cambiar-datos /dashboard/perfil?tab=cambiar-contrasena
  /dashboard/perfil?tab=quien-vio-mis-datos /dashboard/perfil?tab=eliminar-perfil
  /dashboard/consultas-medicas/horas-pasadas /dashboard/consultas-medicas/solicitar-documento
  /dashboard/mi-grupo-familiar?tab=solicitudes
  /dashboard/contactanos?tab=anteriores /dashboard/solicitud-presupuestos?tab=solicitados
  /dashboard/mis-examenes/otros-examenes /dashboard/mis-examenes/plazos-visualizacion
  /dashboard/mis-examenes/compartidos
  /dashboard/agenda-imagenologia?paso=imagenologia /dashboard/agenda-imagenologia?paso=laboratorio
  /dashboard/agenda-procedimientos?sucursal=PROVIDENCIA
  /admin/usuarios?estado=3 /admin/usuarios/crear/admin /admin/usuarios/crear/ficha
  /admin/numeros?por=especialidad /admin/inicio?ver=correos /admin/inicio?ver=ingresos /admin/inicio?ver=encuesta
  /admin/llegadas /admin/agenda?ver=feriados /admin/agenda?ver=importar
  /admin/por-confirmar?ver=resueltas /admin/por-confirmar?ver=ingresos
  /admin/clinica/sites /admin/clinica/sites?ver=historial`

/** Returns the address of a path with a sample of each parameter. Parameters that may be absent are left out. */
function fillParameters(path: string): string {
  return path.replace(/\/\{-.*\}/, '').replace(/\$\w+/g, (name) => {
    const sample = samples[name]
    if (sample === undefined) throw new Error(`addresses.ts has no sample of ${name} in ${path}`)
    return sample
  })
}

// The page of all parts has samples that load forever, and a test of its own.
const all = [...Object.values(paths).map(fillParameters), ...parts.trim().split(/\s+/)].filter(
  (address) => address !== paths.parts,
)
const isOfPatients = (address: string) => address.startsWith('/dashboard')
const isOfStaff = (address: string) => address.startsWith('/admin/') && address !== paths.adminForgotPassword

export const addressesOfEveryone = all.filter((address) => !isOfPatients(address) && !isOfStaff(address))
export const addressesOfPatients = [
  ...all.filter(isOfPatients),
  ...all.filter((address) => address.startsWith(paths.booking)),
]
export const addressesOfStaff = all.filter(isOfStaff)
