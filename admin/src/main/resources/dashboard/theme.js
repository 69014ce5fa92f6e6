// Before anything is painted: what was chosen last time. A plain script, because modules run too late for that.
document.documentElement.dataset.theme = localStorage.getItem('hapax.theme') ?? 'system';
