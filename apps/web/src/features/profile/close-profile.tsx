import { useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import classes from './profile.module.css'
import { useDeleteProfile } from './profile.queries.ts'

/** Deletes the profile: explains what ends and what stays, and asks for confirmation. */
export function CloseProfile() {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteProfile()
  return (
    <section className={`portal-card ${classes.card} max-w-choice`} aria-labelledby="eliminar-perfil">
      <h2 id="eliminar-perfil">Eliminar perfil</h2>
      <Notice kind="warning" title="Esta acción no se puede deshacer">
        Para recuperar tu cuenta tendrás que contactar a servicio al cliente:{' '}
        <PhoneLink number={portal.supportPhone} />.
      </Notice>
      <div>
        <p>Si eliminas tu perfil:</p>
        <ul className="grid gap-2 mx-0 mt-2 mb-0 pl-6">
          <li>Ya no podrás iniciar sesión en {portal.product}.</li>
          <li>Borraremos tus datos de contacto y tus fotografías.</li>
          <li>Terminarán tus grupos familiares y los enlaces que compartiste.</li>
          <li>
            {portal.brand} conservará tu ficha clínica durante los 15 años que exige la ley, pero no la verás
            en el portal.
          </li>
        </ul>
      </div>
      <div className={classes.buttons}>
        <Button variant="outline" danger onClick={() => setAsking(true)}>
          ELIMINAR MI PERFIL
        </Button>
      </div>
      <ConfirmDialog
        opened={asking && !remove.isError}
        title="¿Quieres eliminar tu perfil?"
        confirm="ELIMINAR"
        cancel="CANCELAR"
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>
          Esta acción no se puede deshacer. Para recuperar tu cuenta tendrás que contactar a servicio al
          cliente.
        </p>
      </ConfirmDialog>
      {remove.isError && (
        <ResultDialog
          opened
          kind="error"
          error={remove.error}
          title={remove.error.message}
          onClose={() => {
            remove.reset()
            setAsking(false)
          }}
        />
      )}
    </section>
  )
}
