/**
 * The medical order of an appointment. The patient and a guardian who sees the appointment attach, replace and remove it until the
 * appointment begins; staff read it.
 */

import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import { orderMissing } from '@mi-portal/contract/budgets'
import { fullPath } from '@mi-portal/contract/endpoint'
import {
  type MedicalOrder,
  medicalOrderEndpoints,
  type OrderOfAppointment,
  orderField,
  severalOrders,
  staffMedicalOrderEndpoints,
} from '@mi-portal/contract/medical-orders'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import type { FileRecords } from '../../ports/file-records.ts'
import type { FileStore } from '../../ports/files.ts'
import type { AppointmentAgendaService, SeenAppointment } from '../appointments/appointment-agenda.service.ts'
import { ownFile } from '../uploads/store-files.ts'
import type { AppointmentOfPatient, StoredOrder } from './medical-orders.sql.ts'
import * as medicalOrdersSql from './medical-orders.sql.ts'

type MedicalOrdersDependencies = {
  readonly db: Database
  readonly agenda: Pick<AppointmentAgendaService, 'seeRecord'>
  readonly ctx: Context
  readonly files: Pick<FileStore, 'read'>
  readonly fileRecords: Pick<FileRecords, 'setExpiry'>
  readonly audit: Audit
  readonly clock: Clock
}

/** An opened file to send. */
type OpenedFile = { readonly name: string; readonly media_type: string; readonly content: Readable }

type Action = 'view' | 'file' | 'attach' | 'remove'

const patientAddress = fullPath(medicalOrderEndpoints.file)
const staffAddress = fullPath(staffMedicalOrderEndpoints.file)

/** Returns the order as the wire spells it. `address` is that of its file, with the parameters still in braces. */
function present(order: StoredOrder | null, address: string, appointmentId: number): MedicalOrder | null {
  if (order === null) return null
  const { name, scan_state, attached_at, file_id } = order
  const url = address
    .replace(/\{id(_appointment)?\}/, String(appointmentId))
    .replace('{file_id}', String(file_id))
  return { name, url, scan_state, attached_at: attached_at.toISOString() }
}

export function createMedicalOrdersService(dependencies: MedicalOrdersDependencies) {
  const { db, agenda, ctx, files, fileRecords, audit, clock } = dependencies

  /** Returns the appointment if the caller may see the record to which it belongs; otherwise throws 404. */
  async function find(actor: Actor, appointmentId: number, action: Action, origin: Origin) {
    const seen = await agenda.seeRecord(actor, appointmentId, `medical-orders.${action}`, origin)
    const appointment = { id: appointmentId, patient_id: seen.appointment.patient_id }
    return { appointment, role: seen.role }
  }

  function entry(
    actor: Actor,
    { id, patient_id }: AppointmentOfPatient,
    role: SeenAppointment['role'] | 'staff',
    action: Action,
    origin: Origin,
  ) {
    return {
      actorId: actor.id,
      actorRole: role === 'guardian' ? role : actor.rol,
      action: `medical-orders.${action}`,
      patientId: patient_id,
      object: `id_appointment=${id}`,
      origin,
    }
  }

  async function show(appointment: AppointmentOfPatient): Promise<OrderOfAppointment> {
    const [order, can_change] = await Promise.all([
      medicalOrdersSql.find(db, appointment),
      medicalOrdersSql.isOpen(db, appointment, clock.now()),
    ])
    return { order: present(order, patientAddress, appointment.id), can_change }
  }

  /** Opens the file of an order. Throws 404 if the order was replaced by another file or removed. */
  async function openFile(order: StoredOrder | null, fileId: number): Promise<OpenedFile> {
    if (order === null || order.file_id !== fileId) throw new ApiError('notFound')
    const content = await files.read(order.key)
    if (content === null)
      throw new ApiError('unavailable', { cause: new Error('medical orders: the bytes are gone') })
    return { name: order.name, media_type: order.media_type, content }
  }

  /** Throws 404 for an appointment at a site that is not among those of the member of staff. */
  async function findForStaff(actor: Actor, id: number): Promise<AppointmentOfPatient> {
    const patient_id = await medicalOrdersSql.patientAt(db, id, actor.sites)
    if (patient_id === null) throw new ApiError('notFound')
    return { id, patient_id }
  }

  return {
    show: async (actor: Actor, appointmentId: number, origin: Origin): Promise<OrderOfAppointment> => {
      const { appointment, role } = await find(actor, appointmentId, 'view', origin)
      await audit.record(entry(actor, appointment, role, 'view', origin))
      return show(appointment)
    },

    /**
     * Attaches the only file of a form. The file of an earlier order is deleted. Throws 409 once the appointment has begun or is
     * cancelled.
     */
    attach: async (
      actor: Actor,
      appointmentId: number,
      attached: readonly Attachment[],
      origin: Origin,
    ): Promise<OrderOfAppointment> => {
      const { appointment, role } = await find(actor, appointmentId, 'attach', origin)
      const [file, ...others] = attached
      if (file === undefined || others.length > 0) {
        const msg = file === undefined ? orderMissing : severalOrders
        throw new ApiError('invalid', { fieldErrors: [{ param: orderField, msg }] })
      }
      await db.transaction(async (tx) => {
        const now = clock.now()
        if (!(await medicalOrdersSql.lockOpen(tx, appointment, now))) throw new ApiError('orderClosed')
        const replaced = await medicalOrdersSql.remove(tx, appointmentId)
        if (replaced !== null) await fileRecords.setExpiry(tx, [replaced], now)
        const file_id = await ownFile(ctx, tx, { ...file, purpose: 'order', encrypted: null })
        await medicalOrdersSql.attach(
          tx,
          { appointment_id: appointmentId, file_id, attached_by: actor.id },
          now,
        )
        await audit.add(tx, {
          ...entry(actor, appointment, role, 'attach', origin),
          detail: { replaced: replaced !== null },
        })
      })
      return show(appointment)
    },

    /** Removes the order, if there is one. Throws 409 once the appointment has begun or is cancelled. */
    remove: async (actor: Actor, appointmentId: number, origin: Origin): Promise<OrderOfAppointment> => {
      const { appointment, role } = await find(actor, appointmentId, 'remove', origin)
      await db.transaction(async (tx) => {
        const now = clock.now()
        if (!(await medicalOrdersSql.lockOpen(tx, appointment, now))) throw new ApiError('orderClosed')
        const removed = await medicalOrdersSql.remove(tx, appointmentId)
        if (removed === null) return
        await fileRecords.setExpiry(tx, [removed], now)
        await audit.add(tx, entry(actor, appointment, role, 'remove', origin))
      })
      return show(appointment)
    },

    openFile: async (actor: Actor, appointmentId: number, fileId: number, origin: Origin) => {
      const { appointment, role } = await find(actor, appointmentId, 'file', origin)
      const file = await openFile(await medicalOrdersSql.find(db, appointment), fileId)
      await audit.record(entry(actor, appointment, role, 'file', origin))
      return file
    },

    showToStaff: async (actor: Actor, id: number, origin: Origin): Promise<MedicalOrder | null> => {
      const appointment = await findForStaff(actor, id)
      await audit.record(entry(actor, appointment, 'staff', 'view', origin))
      return present(await medicalOrdersSql.find(db, appointment), staffAddress, id)
    },

    openFileForStaff: async (actor: Actor, id: number, fileId: number, origin: Origin) => {
      const appointment = await findForStaff(actor, id)
      const file = await openFile(await medicalOrdersSql.find(db, appointment), fileId)
      await audit.record(entry(actor, appointment, 'staff', 'file', origin))
      return file
    },
  }
}

export type MedicalOrdersService = ReturnType<typeof createMedicalOrdersService>
