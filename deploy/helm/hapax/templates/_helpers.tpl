{{/* The name of all objects: the release, with "hapax" in it. Short enough for the suffixes that pods and claims get. */}}
{{- define "hapax.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Labels of every object, besides its name. */}}
{{- define "hapax.labels" -}}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{/* What selects the pods of the instances. */}}
{{- define "hapax.selector" -}}
app.kubernetes.io/name: hapax
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* What selects the pod of the Job. Not the name of the instances: services and the disruption budget are about those. */}}
{{- define "hapax.topicsSelector" -}}
app.kubernetes.io/name: hapax-topics
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "hapax.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "hapax.secret" -}}
{{ .Values.secret.name | default (include "hapax.name" .) }}
{{- end -}}

{{/* The files of /etc/hapax. */}}
{{- define "hapax.files" -}}
{{- if and (eq .Values.secret.as "files") (contains "${env:HAPAX_TOKEN}" (dig "admin" "token" "" .Values.config | toString)) -}}
{{- fail "secret.as is files, so HAPAX_TOKEN is not set. Set config.admin.token to ${file:/run/secrets/hapax/token}." -}}
{{- end -}}
{{- if hasKey .Values.files "hapax.yaml" -}}
{{- fail "files: hapax.yaml is rendered from config. Set config instead." -}}
{{- end -}}
hapax.yaml: |
  {{- .Values.config | toYaml | nindent 2 }}
{{- range $name, $text := .Values.files }}
{{ $name }}: |
  {{- $text | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Variables of both pods, from the values. */}}
{{- define "hapax.env" -}}
- name: HAPAX_BOOTSTRAP_SERVERS
  value: {{ .Values.bootstrapServers | quote }}
{{- if eq .Values.secret.as "env" }}
- name: HAPAX_TOKEN
  valueFrom:
    secretKeyRef:
      name: {{ include "hapax.secret" . }}
      key: token
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "hapax.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "hapax.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "hapax.mounts" -}}
- name: config
  mountPath: /etc/hapax
  readOnly: true
- name: tmp
  mountPath: /tmp
{{- if eq .Values.secret.as "files" }}
- name: secrets
  mountPath: /run/secrets/hapax
  readOnly: true
{{- end }}
{{- end -}}

{{- define "hapax.volumes" -}}
- name: config
  configMap:
    name: {{ include "hapax.name" . }}
{{- if eq .Values.secret.as "files" }}
- name: secrets
  secret:
    secretName: {{ include "hapax.secret" . }}
    defaultMode: 288
{{- end }}
{{- end -}}

{{/* How a pod is pulled and placed; the same for both. */}}
{{- define "hapax.placement" -}}
{{- with .Values.image.pullSecrets -}}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Not empty if the instances serve HTTPS. */}}
{{- define "hapax.tls" -}}
{{- dig "admin" "tls" "key-store" "" .Values.config -}}
{{- end -}}
