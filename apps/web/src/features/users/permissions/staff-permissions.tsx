/** The permissions and the sites of a member of staff, which a super administrator chooses. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import {
  type PermissionSet,
  permissionSetNames,
  permissionSets,
} from '@mi-portal/contract/permissions/permissions'
import type { StaffPermissions } from '@mi-portal/contract/permissions/staff-permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockSkeleton } from '../../../ui/skeletons.tsx'
import { WaitingNotice } from '../../confirmations/waiting-changes.tsx'
import classes from '../users.module.css'
import { staffPermissionsQuery, useEditStaffPermissions } from './staff-permissions.queries.ts'

const setDescriptions: Readonly<Record<PermissionSet, string>> = {
  administrator: 'Usuarios, grupos familiares, solicitudes y agenda.',
  'front-desk': 'Usuarios, grupos familiares, agenda y horas de pacientes. No ve solicitudes.',
  'requests-desk': 'Responde solicitudes. No ve usuarios ni agenda.',
  'content-editor': 'Artículos, anuncios y alertas. No ve datos de pacientes.',
  'privacy-officer':
    'Solicitudes sobre datos personales, vulneraciones, textos legales y registro de accesos.',
  'super-administrator': 'Todo, también la clínica, el registro y los permisos del equipo.',
}

const options = permissionSets.map((id) => ({ id, name: permissionSetNames[id] }))

export function StaffPermissionsSection({ id }: { id: number }) {
  const query = useQuery(staffPermissionsQuery(id))
  /** Counts reloads after a conflict, each of which starts the form again. */
  const [reloads, setReloads] = useState(0)
  return (
    <section className={`portal-card ${classes.card} mt-4`} aria-labelledby="permissions-title">
      <h2 id="permissions-title">Permisos</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={200} />}>
        {(permissions) => (
          <PermissionsForm
            key={reloads}
            id={id}
            permissions={permissions}
            onReload={async () => {
              await query.refetch()
              setReloads((count) => count + 1)
            }}
          />
        )}
      </QueryContent>
    </section>
  )
}

interface FormProps {
  id: number
  permissions: StaffPermissions
  onReload(): unknown
}

function PermissionsForm({ id, permissions, onReload }: FormProps) {
  const [set, setSet] = useState(permissions.permission_set)
  const [sites, setSites] = useState<readonly number[]>(permissions.sites ?? [])
  const [isLimited, setLimited] = useState(permissions.sites !== null)
  const save = useEditStaffPermissions(id)
  const canLimit = set !== 'super-administrator'
  const errorOf = (param: string) =>
    save.error instanceof CallError
      ? save.error.fieldErrors.find((fieldError) => fieldError.param === param)?.msg
      : undefined
  const sitesError = errorOf('sites')
  const isStale = save.error instanceof CallError && save.error.status === 409

  // A result of the last save does not stay beside another choice.
  function limit(limited: boolean) {
    save.reset()
    setLimited(limited)
  }

  function choose(site: number, isChosen: boolean) {
    save.reset()
    setSites(isChosen ? [...sites, site] : sites.filter((one) => one !== site))
  }

  function submit() {
    save.mutate({
      permission_set: set,
      sites: canLimit && isLimited ? [...sites] : null,
      updated_at: permissions.updated_at,
    })
  }

  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <SelectField
        label="Permisos"
        description={setDescriptions[set]}
        options={options}
        value={set}
        onChange={(chosen) => {
          save.reset()
          setSet(permissionSets.find((one) => one === chosen) ?? set)
        }}
        error={errorOf('permission_set')}
      />
      {canLimit && (
        <fieldset className="grid gap-3 m-0 p-0 border-0 [&_legend]:mb-2 [&_legend]:font-strong [&_legend]:text-strong">
          <legend>Sedes</legend>
          <CheckBox checked={!isLimited} onChange={(checked) => limit(!checked)}>
            Todas las sedes
          </CheckBox>
          {isLimited &&
            permissions.offered_sites.map((site) => (
              <CheckBox
                key={site.id}
                checked={sites.includes(site.id)}
                onChange={(checked) => choose(site.id, checked)}
              >
                {site.name}
              </CheckBox>
            ))}
          {isLimited && (
            <p className="type-meta text-muted">
              Verá solo la agenda, las horas y las solicitudes de contacto de esas sedes. Las solicitudes que
              no son de una sede las ve todo el equipo.
            </p>
          )}
          {sitesError && (
            <p role="alert" className="type-meta text-error">
              {sitesError}
            </p>
          )}
        </fieldset>
      )}
      {save.isSuccess &&
        (save.data.waiting.length === 0 ? (
          <Notice kind="success" announce title="Los permisos quedaron guardados" />
        ) : (
          <WaitingNotice announce title="Queda por confirmar por otra persona con superadministración" />
        ))}
      {save.isError && sitesError === undefined && (
        <Notice
          kind="error"
          title={isStale ? 'Otra persona cambió esta cuenta mientras la editabas' : save.error.message}
          actions={
            isStale && (
              <Button variant="outline" onClick={onReload}>
                TRAER LOS CAMBIOS
              </Button>
            )
          }
        />
      )}
      <Button type="submit" variant="soft" className="justify-self-end" loading={save.isPending}>
        Guardar permisos
      </Button>
    </form>
  )
}
