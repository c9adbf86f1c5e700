/**
 * The terms of use. A clinic has them approved before real use; a change is a new version with a new id.
 * Version 1, id 2, told the ages of the law and not those that are set.
 */

export const terms = {
  id: 6,
  kind: 'terms',
  version: '2',
  valid_from: '2026-11-22',
  text: `
<h2>1. De qué tratan estas condiciones</h2>
<p>Estas condiciones regulan el uso de {product}, el portal en línea que {brand} pone a disposición de sus pacientes (en adelante, «el portal»). Al crear una cuenta declaras que las leíste, que las entiendes y que las aceptas. Si no estás de acuerdo con alguna de ellas, no debes registrarte; podrás seguir atendiéndote en la clínica y hacer tus trámites en forma presencial o por teléfono, sin que eso afecte tu atención.</p>
<p>El tratamiento de tus datos personales se explica por separado en la <strong>Política de privacidad</strong>, que siempre puedes leer en el portal. Aceptar estas condiciones no significa que autorices el uso de tus datos para fines distintos de los que allí se describen.</p>

<h2>2. Qué ofrece el portal</h2>
<p>El portal es una herramienta de apoyo a tu atención. A través de él puedes, según los servicios que {brand} tenga disponibles:</p>
<ul>
<li>ver tus horas médicas próximas y pasadas, y cancelar las que no vayas a usar;</li>
<li>reservar horas de consulta, imágenes, laboratorio, procedimientos, telemedicina y vacunación;</li>
<li>consultar los resultados de tus exámenes y compartirlos con quien tú decidas;</li>
<li>solicitar documentos de tu atención y presupuestos de prestaciones;</li>
<li>administrar un grupo familiar, con las reglas que se indican más adelante;</li>
<li>leer información de prevención y comunicarte con la clínica.</li>
</ul>
<p>El portal <strong>no reemplaza la consulta con un profesional de la salud</strong> ni sirve para atender urgencias. Si tienes una emergencia, acude al servicio de urgencia más cercano o llama al 131. Los mensajes enviados por el portal se responden en horario hábil y no deben usarse para comunicar síntomas graves.</p>

<h2>3. Quién puede registrarse</h2>
<p>Puede registrarse toda persona que tenga un RUN chileno o un pasaporte vigente. Cada persona tiene una sola cuenta, asociada a su documento, y sólo puede crear la suya.</p>
<p>Si te registras con tu RUN, te pediremos el número de tu cédula y que respondas preguntas que sólo tú deberías conocer, o que te identifiques con el servicio de identidad que la clínica haya dispuesto. Si te registras con pasaporte, te pediremos una fotografía del documento y otra tuya sosteniéndolo; nuestro equipo las revisará y te comunicará el resultado por correo electrónico en un plazo de 48 horas hábiles.</p>
<p>Las personas menores de {ageAdult} años pueden tener una cuenta. En su caso, la madre, el padre o quien tenga su cuidado personal debe responder la validación de identidad o acudir a la clínica. La cuenta abierta por una persona menor de edad termina el día en que cumple {ageAdult} años: desde entonces debe registrarse otra vez, con su propia validación de identidad y su propio correo, y conserva su historial.</p>

<h2>4. Veracidad de los datos</h2>
<p>Te comprometes a entregar datos verdaderos, completos y actuales, y a corregirlos cuando cambien. Los nombres de quienes se registran con RUN se toman del registro civil. Entregar datos falsos, usar el documento de otra persona o responder por ella la validación de identidad permite a {brand} suspender la cuenta e informar a la autoridad, sin perjuicio de las demás acciones que correspondan.</p>
<p>El correo electrónico que indiques es la vía por la que te enviaremos confirmaciones, avisos de seguridad y contraseñas temporales. Usa una casilla a la que sólo tú tengas acceso y avísanos si dejas de tenerlo.</p>

<h2>5. Cuidado de tu cuenta y de tu contraseña</h2>
<p>Tu contraseña es personal. No la compartas, no la reutilices en otros sitios y cámbiala si crees que alguien la conoce. {brand} nunca te la pedirá por teléfono, por correo ni por mensajería. Nuestro personal no puede ver tu contraseña.</p>
<p>Por seguridad, la sesión se cierra después de un tiempo sin uso y sólo puede haber una sesión abierta por cuenta: si alguien inicia sesión en otro dispositivo, la anterior termina y te avisamos por correo. Si usas un computador compartido, cierra la sesión al terminar. Eres responsable de lo que se haga en tu cuenta mientras no nos avises de un uso no autorizado al {phone} o a {email}.</p>

<h2>6. Grupo familiar</h2>
<p>Puedes invitar a otras personas a formar parte de tu grupo familiar. La persona invitada decide si acepta y puede dejar el grupo cuando quiera.</p>
<ul>
<li>Ser parte de un grupo familiar <strong>no da derecho a ver la ficha clínica de una persona adulta</strong>. Sólo permite, si ella no lo ha desactivado, reservarle una hora.</li>
<li>La madre, el padre o el representante legal puede ver la información de salud de una persona menor de {ageAdult} años cuando ese vínculo esté acreditado en el registro civil o confirmado por la clínica.</li>
<li>Desde los {ageReserve} años hay resultados y horas que la ley reserva a la persona adolescente. Esa información no se muestra a terceros.</li>
<li>El acceso termina por sí solo el día en que la persona cumple {ageAdult} años, cuando el vínculo se deja sin efecto o cuando una resolución judicial así lo dispone.</li>
</ul>
<p>Quien declare un vínculo que no tiene, o use el portal para acceder a información de otra persona sin derecho, responde por los daños que cause y puede perder su cuenta.</p>

<h2>7. Horas y reservas</h2>
<p>Una hora queda reservada cuando el portal lo confirma. Preséntate con la anticipación indicada y con tu documento de identidad. Si no vas a asistir, cancela tan pronto como puedas, para que otra persona pueda usar esa hora. {brand} puede reprogramar una hora por razones médicas o de fuerza mayor, y te lo informará por los medios que registraste.</p>
<p>Las preparaciones y los requisitos que se muestran para cada examen son generales. Ante cualquier duda, en especial si tomas medicamentos, tienes alguna enfermedad o podrías estar embarazada, consulta antes con el equipo que te atenderá.</p>

<h2>8. Resultados de exámenes</h2>
<p>Los resultados se publican en los plazos informados en el portal. Algunos no se muestran en línea, porque la ley exige entregarlos en persona o porque conviene que los explique un profesional. Los rangos de referencia ayudan a leer un resultado, pero <strong>sólo quien te atiende puede interpretarlo</strong>: no comiences, cambies ni dejes un tratamiento por lo que veas en el portal.</p>
<p>Si compartes un examen, la persona que indiques recibe un enlace que vence y que puedes revocar. Revisa bien el correo antes de enviarlo: una vez abierto, no podemos impedir que quien lo recibió guarde una copia.</p>

<h2>9. Documentos y presupuestos</h2>
<p>Las solicitudes de documentos y presupuestos se responden en los plazos que indica cada formulario. Un presupuesto es una estimación basada en lo que informas y en la orden médica que adjuntas; puede variar según la evolución clínica, los insumos usados y tu cobertura de salud. Los documentos que entrega el portal no llevan firma electrónica avanzada, salvo que se indique expresamente.</p>

<h2>10. Usos que no están permitidos</h2>
<ul>
<li>Acceder o intentar acceder a cuentas o datos de otras personas.</li>
<li>Probar, sondear o eludir las medidas de seguridad, o usar programas que consulten el portal en forma masiva.</li>
<li>Subir archivos con virus, con contenido ilícito u ofensivo, o que no tengan relación con tu atención.</li>
<li>Usar los formularios para acosar, insultar o amenazar a nuestro personal o a otras personas.</li>
<li>Copiar o reproducir el portal, sus textos o su imagen con fines comerciales sin autorización escrita.</li>
</ul>
<p>Si detectas una falla de seguridad, te agradecemos que nos la informes a {email} sin divulgarla ni aprovecharla.</p>

<h2>11. Disponibilidad del servicio</h2>
<p>Procuramos que el portal funcione todos los días del año, pero puede haber interrupciones por mantención, por fallas o por causas ajenas a nosotros. Avisaremos las mantenciones programadas en el propio portal. Cuando no esté disponible, puedes hacer tus trámites por teléfono al {phone} o en nuestros mesones de atención. El uso del portal es gratuito; el acceso a internet corre por tu cuenta.</p>

<h2>12. Responsabilidad</h2>
<p>{brand} responde por la prestación del servicio conforme a la ley. No responde por los perjuicios que se deban a datos falsos o desactualizados entregados por ti, al descuido de tu contraseña o de tu correo, a fallas de tu equipo o de tu conexión, ni al uso que terceros den a la información que tú decidas compartir. Nada de lo dicho aquí limita los derechos que te reconocen la ley sobre derechos y deberes de los pacientes, la ley de protección de los derechos de los consumidores y la ley sobre protección de la vida privada.</p>

<h2>13. Cierre de la cuenta</h2>
<p>Puedes eliminar tu perfil cuando quieras, desde la sección «Mi perfil». Al hacerlo terminan tus sesiones, tus vínculos familiares y los exámenes que hayas compartido, y se borran tus datos de contacto y tus fotografías. Tu ficha clínica se conserva por el tiempo que ordena la ley. La eliminación no se puede deshacer en el portal: para volver a usarlo debes contactar a servicio al cliente.</p>
<p>{brand} puede suspender o cerrar una cuenta si se infringen estas condiciones, si hay indicios serios de suplantación de identidad o si lo ordena una autoridad. Salvo que la urgencia o la ley lo impidan, te informaremos el motivo y podrás reclamar.</p>

<h2>14. Propiedad intelectual</h2>
<p>El diseño del portal, sus programas, textos, marcas e imágenes pertenecen a {brand} o a quienes le han dado licencia. Puedes usarlos sólo para lo que el portal permite. La información de tu salud es tuya: puedes descargarla y usarla libremente.</p>

<h2>15. Cambios a estas condiciones</h2>
<p>Podemos modificar estas condiciones para adecuarlas a la ley, a nuevos servicios o a mejoras de seguridad. Cada versión lleva un número y una fecha. Guardamos la versión que aceptaste y el momento en que lo hiciste. Si un cambio afecta tus derechos en forma importante, te lo comunicaremos con anticipación y te pediremos que lo aceptes otra vez.</p>

<h2>16. Ley aplicable y contacto</h2>
<p>Estas condiciones se rigen por las leyes de Chile. Los conflictos que no podamos resolver directamente contigo quedarán sometidos a los tribunales que correspondan a tu domicilio, sin perjuicio de tu derecho a recurrir a la Superintendencia de Salud o al Servicio Nacional del Consumidor.</p>
<p>Para cualquier consulta o reclamo sobre el portal, escríbenos a {email} o llámanos al {phone}. También puedes acudir a la oficina de informaciones, reclamos y sugerencias de cualquiera de nuestras sedes.</p>
`,
} as const
