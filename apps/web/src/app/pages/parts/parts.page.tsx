/** Every part of the interface in every state, for people who build screens. Only the demonstration has this page. */
import {
  IconCalendarPlus,
  IconCheck,
  IconClock,
  IconDownload,
  IconFlask,
  IconShare,
  IconTrash,
  IconVideo,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { confirmEmail } from '../../../features/profile/profile.rules.ts'
import { AppearanceChoice } from '../../../ui/appearance-choice.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { ActionMenu, MenuButton, MenuLine, MenuLink } from '../../../ui/layers/action-menu.tsx'
import { Card, Cluster, RowList, Section, Stack } from '../../../ui/layout/layout.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { NoticeBar, noticeAction } from '../../../ui/rows/notice-bar.tsx'
import { IconTile, NewDot, Row, RowArrow, RowButton, RowLink } from '../../../ui/rows/row.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BlockSkeleton, RowSkeletons } from '../../../ui/skeletons.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { StepBar, StepIndicator } from '../../../ui/step-indicator.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Choices, Forms, Lists, Notices, SessionLayers } from './more-parts.tsx'
import { FieldErrors, FieldStates, ListStates } from './part-states.tsx'

export function PartsPage() {
  return (
    <Stack gap="xl">
      <PageHeading title="Partes del portal" lead="Cada parte en cada estado, con personas inventadas." />
      <AppearanceChoice />
      <Texts />
      <Buttons />
      <Rows />
      <States />
      <Notices />
      <Fields />
      <FieldErrors />
      <FieldStates />
      <ListStates />
      <Choices />
      <Forms />
      <Lists />
      <Layers />
      <SessionLayers />
    </Stack>
  )
}

const ignore = () => undefined

function Texts() {
  return (
    <Section title="Textos y estados">
      <Card className="grid gap-2">
        <p className="type-title text-strong">Título 28/34</p>
        <p className="type-section text-strong">Sección 20/26</p>
        <p>Texto 16/24, con un poco de énfasis en algunas palabras.</p>
        <p className="type-meta text-muted">Detalle 14/20</p>
        <Cluster>
          <StatusBadge look="attention" icon={IconClock}>
            Por confirmar
          </StatusBadge>
          <StatusBadge look="success" icon={IconCheck}>
            Confirmada
          </StatusBadge>
          <StatusBadge look="error">Rechazada</StatusBadge>
          <StatusBadge look="neutral">Borrador</StatusBadge>
          <StatusBadge look="info">Publicada</StatusBadge>
          <StatusBadge look="imaging" icon={IconVideo}>
            Por video
          </StatusBadge>
          <StatusBadge look="accent">Nuevo</StatusBadge>
        </Cluster>
        <Cluster>
          <Initials name="Camila Fuentes" />
          <Initials name="Jorge Rojas" size={56} />
        </Cluster>
      </Card>
    </Section>
  )
}

const looks = ['filled', 'soft', 'outline', 'text'] as const

function Buttons() {
  return (
    <Section title="Botones">
      <Card className="grid gap-4">
        {looks.map((look) => (
          <Cluster key={look}>
            <Button variant={look}>Guardar</Button>
            <Button variant={look} leftSection={<IconCalendarPlus size={20} stroke={1.75} aria-hidden />}>
              Reservar hora
            </Button>
            <Button variant={look} loading>
              Guardando…
            </Button>
            <Button variant={look} disabled>
              No disponible
            </Button>
            <Button variant={look} danger>
              Eliminar
            </Button>
          </Cluster>
        ))}
        <Cluster>
          <Button size="sm">En una fila</Button>
          <Button size="xs" variant="soft">
            En una tabla
          </Button>
          <ButtonLink to="/" variant="outline">
            Ir al inicio
          </ButtonLink>
        </Cluster>
      </Card>
    </Section>
  )
}

function Rows() {
  return (
    <Section title="Filas" side={<Button variant="text">Ver las 5</Button>}>
      <NoticeBar
        action={
          <a href="#avisos" className={noticeAction}>
            Reenviar
          </a>
        }
        onDismiss={ignore}
      >
        {confirmEmail}
      </NoticeBar>
      <RowList>
        <Row
          lead={<IconTile icon={IconFlask} />}
          meta="5 de 7 dentro del rango"
          side={<RowArrow />}
          menu={<ExamMenu name="Perfil lipídico" />}
        >
          <RowLink to="/">Perfil lipídico</RowLink>
          <NewDot />
        </Row>
        <Row lead={<IconTile icon={IconVideo} tone="glaciar" />} meta="Por video · 09:30 h">
          <RowButton>
            Dra. Pamela Cifuentes Ibarra, un nombre que ocupa más de una línea en un teléfono
          </RowButton>
        </Row>
        <Row
          lead={<IconTile icon={IconClock} tone="attention" />}
          side={
            <Button size="sm" variant="soft">
              Confirmo
            </Button>
          }
        >
          Una fila que no lleva a otra página
        </Row>
      </RowList>
    </Section>
  )
}

function ExamMenu({ name }: { name: string }) {
  return (
    <ActionMenu label={`Más acciones de ${name}`} title={name}>
      <MenuButton icon={IconShare}>Compartir</MenuButton>
      <MenuLink icon={IconDownload} to="/">
        Descargar PDF
      </MenuLink>
      <MenuButton icon={IconCalendarPlus} unavailable="Llega mañana.">
        Comparar con otro
      </MenuButton>
      <MenuLine />
      <MenuButton icon={IconTrash}>Quitar</MenuButton>
    </ActionMenu>
  )
}

const people = [
  { id: 1, name: 'Camila Fuentes', state: 'Habilitada' },
  { id: 2, name: 'Jorge Rojas', state: 'Deshabilitado' },
]

function States() {
  const [page, setPage] = useState(1)
  return (
    <Section title="Listas y avisos">
      <Stack>
        <PagedTable
          caption="Personas"
          rows={people}
          rowKey={({ id }) => id}
          cardHeading="h3"
          isHighlighted={({ id }) => id === 2}
          columns={[
            { header: 'Nombre', role: 'title', cell: ({ name }) => name },
            { header: 'Estado', cell: ({ state }) => state },
            {
              header: 'Acciones',
              role: 'actions',
              cell: ({ name }) => (
                <Button size="xs" variant="text" aria-label={`Editar a ${name}`}>
                  Editar
                </Button>
              ),
            },
          ]}
          paging={{ page, limit: 2, total: 18, noun: 'personas', onPage: setPage }}
        />
        <Notice kind="info" title="Información">
          Tus resultados llegan en 48 horas.
        </Notice>
        <Notice kind="warning">Falta confirmar tu correo.</Notice>
        <Notice kind="success">Guardamos tus cambios.</Notice>
        <LoadError error={null} onRetry={ignore} />
        <RowSkeletons count={2} />
        <BlockSkeleton height={96} />
        <EmptyState
          icon={IconFlask}
          title="Aún no hay exámenes en este período"
          action={<Button>Reservar hora</Button>}
        >
          Cuando llegue un resultado lo verás aquí.
        </EmptyState>
        <StepIndicator steps={['Para quién', 'Qué', 'Cuándo']} current={1} />
        <StepBar count={3} current={2} />
      </Stack>
    </Section>
  )
}

const regions = ['Arica y Parinacota', 'Metropolitana de Santiago', 'Ñuble', 'Valparaíso'].map(
  (name, id) => ({ id: id + 1, name }),
)

function Fields() {
  const [region, setRegion] = useState('')
  const [day, setDay] = useState('')
  const [moment, setMoment] = useState('')
  return (
    <Section title="Campos">
      <Card className="grid gap-4 desktop:grid-cols-2">
        <TextField label="Nombre" description="Como está en tu cédula." />
        <TextField label="Correo" type="email" error="Escribe un correo, por ejemplo nombre@ejemplo.cl." />
        <TextField label="Teléfono" prefix="+56" optional />
        <TextField label="RUT" value="12345678-5" readOnly />
        <PasswordField label="Contraseña" />
        <SelectField label="Región" options={regions} value={region} onChange={setRegion} />
        <SelectField label="Comuna" options={[]} value="" onChange={ignore} loading />
        <DateField label="Fecha de nacimiento" value={day} onChange={setDay} />
        <DateTimeField
          label="Se muestra desde"
          time="Hora de inicio"
          value={moment}
          onChange={(to) => setMoment(to ?? '')}
        />
        <TextArea label="Mensaje" value="" onChange={ignore} optional />
      </Card>
    </Section>
  )
}

type Opened = 'notice' | 'form' | 'confirm' | 'drawer'

function Layers() {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const opener = (which: Opened, label: ReactNode) => (
    <Button variant="soft" onClick={() => setOpened(which)}>
      {label}
    </Button>
  )
  return (
    <Section title="Sobre la página">
      <Card>
        <Cluster>
          {opener('notice', 'Abrir aviso')}
          {opener('form', 'Abrir formulario')}
          {opener('confirm', 'Abrir pregunta')}
          {opener('drawer', 'Abrir panel')}
        </Cluster>
      </Card>
      <Dialog opened={opened === 'notice'} onClose={close} title="Listo">
        <p>Recibimos tu solicitud. En un plazo de 48 horas te responderemos por correo electrónico.</p>
      </Dialog>
      {opened === 'form' && (
        <FormDialog title="Editar contacto" onClose={close}>
          <Stack>
            <TextField label="Nombre" />
            <SelectField label="Región" options={regions} value="" onChange={ignore} />
            <Button>Guardar</Button>
          </Stack>
        </FormDialog>
      )}
      <ConfirmDialog
        opened={opened === 'confirm'}
        title="¿Quieres cancelar esta hora?"
        confirm="Cancelar hora"
        danger
        onConfirm={close}
        onClose={close}
      />
      <Drawer opened={opened === 'drawer'} onClose={close} label="Panel" className="w-full max-w-form">
        <div className="p-4">
          <Button variant="text" onClick={close}>
            Cerrar
          </Button>
        </div>
      </Drawer>
    </Section>
  )
}
